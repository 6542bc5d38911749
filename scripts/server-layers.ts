interface Layer {
  readonly name: string;
  /** In `packages/server/src/`. A name that ends with a slash is a folder. */
  readonly files: readonly string[];
  readonly job: string;
}

/**
 * The layers of the server, top to bottom. A file may import from its own folder and from lower
 * layers: `import-direction.test.ts` checks it.
 */
export const SERVER_LAYERS: readonly Layer[] = [
  { name: 'Programs', files: ['main.ts', 'cli.ts'], job: 'begin the server, or a command' },
  { name: 'Commands', files: ['cli/'], job: 'what operators run: accounts, backups, moves to PostgreSQL' },
  { name: 'Server', files: ['serve.ts'], job: 'opens the store, begins the jobs and listens, and ends all of it' },
  {
    name: 'Application',
    files: ['app.ts'],
    job: '`buildApp` builds the application for the program and for every test',
  },
  {
    name: 'Doors',
    files: ['http/', 'jobs/', 'first-run.ts'],
    job:
      'serve operations over HTTP: routes, authentication, media types, limits, problems, OpenAPI. Do what is due. ' +
      'Make what the first start shows. No SQL',
  },
  {
    name: 'Operations',
    files: ['player/', 'team/'],
    job: 'one file per operation: method, path, schemas and handler in one object',
  },
  {
    name: 'Watching and telling',
    files: ['notifications/', 'watch/'],
    job: 'tell members, through the outbox; notice storms, active players and what is usual',
  },
  {
    name: 'Shared',
    files: ['operations/'],
    job: 'what an operation is, who calls it, what handlers get, and what several operations do alike',
  },
  {
    name: 'Services',
    files: ['attachments/'],
    job: 'received files',
  },
  {
    name: 'Parts',
    files: ['files/', 'limits/', 'live/'],
    job: 'where files live, rate limits and load, the change feed',
  },
  {
    name: 'Settings',
    files: ['config/', 'errors.ts', 'logger.ts', 'timers.ts'],
    job: 'settings, the table of problems, the log, timers',
  },
  {
    name: 'Store',
    files: ['store/'],
    job: 'the only place with SQL; only `store/sqlite/` and `store/postgres/` know their engine',
  },
  {
    name: 'Network',
    files: ['network/'],
    job: 'addresses of other servers, and requests to them',
  },
  {
    name: 'Base',
    files: ['domain/', 'operator-error.ts'],
    job: 'pure rules: ticket transitions, ids, tokens, poll pacing; errors for operators',
  },
];

/** From the root of the project. */
export const ARCHITECTURE = 'docs/architecture.md';

const BLOCK = /(?<=^<!-- Written by scripts\/architecture-layers\.ts\. Do not edit\. -->\n\n)(?:\|.*\n)+/m;

/**
 * Puts the table of these layers into the document.
 * @throws Error if it has no place for it
 */
export function withLayers(document: string): string {
  if (!BLOCK.test(document)) throw new Error(`${ARCHITECTURE} has no table of layers`);
  const rows = SERVER_LAYERS.map(
    ({ name, files, job }) => `| ${name} | ${files.map((file) => `\`${file}\``).join(', ')} | ${job} |\n`,
  );
  return document.replace(BLOCK, `| Layer | In \`packages/server/src/\` | Its job |\n|---|---|---|\n${rows.join('')}`);
}
