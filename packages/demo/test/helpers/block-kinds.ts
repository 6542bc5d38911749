import type { CodeBlock } from './code-blocks.ts';

const GAME_GUIDE = 'docs/guide/game/';
const TEAM = 'docs/guide/team.md';
const PLAYER_DATA = 'docs/guide/player-data.md';
const VERIFIED_IDENTITY = 'docs/guide/verified-identity.md';
const PLATFORM_ACCOUNTS = 'docs/guide/platform-accounts.md';
const QUESTIONS = 'docs/guide/questions.md';
const TEST_IN_CI = 'docs/guide/test-in-ci.md';
const OPERATE = 'docs/guide/operate.md';
/** `npm run check` compares it with the SDK's declarations. */
const GENERATED = 'docs/guide/client-reference.md';

/** What cannot run in a second or two: the document, how the block begins, and why. */
export const NOT_RUN: readonly (readonly [file: string, begins: string, why: string])[] = [
  ['README.md', 'npm run demo\n', 'demo.test.ts runs the demo'],
  ['README.md', 'npm start\n', 'process.test.ts runs npm start'],
  ['docs/guide/widget.md', 'npm pack ', 'package.test.ts of the widget packs and installs both'],
  ['packages/client/README.md', 'npm create ', 'it needs the registry; package.test.ts runs the game'],
  ['packages/client-conformance/README.md', 'npm run conformance ', 'typescript-sdk.test.ts runs it'],
  [OPERATE, 'pg_dump ', 'a pg_dump of the version of the server is not on every machine'],
  [OPERATE, 'pg_restore ', 'the same'],
  [OPERATE, 'useradd ', 'it changes the machine, and needs systemd'],
  [OPERATE, '(cd /opt/', 'the same'],
  [OPERATE, 'cd /opt/', 'the same'],
  [OPERATE, 'systemctl ', 'the same'],
  [OPERATE, 'sudo apt-get install clamav-daemon', 'the same; scan-attachments.test.ts starts clamd'],
  [TEST_IN_CI, 'docker run ', 'it needs Docker; another block there has the same commands'],
  [OPERATE, 'docker build ', 'it needs Docker and its registry; shipping.test.ts starts the files of the image'],
  [OPERATE, 'umask 077\necho "POSTGRES_PASSWORD=', 'the same'],
  [OPERATE, 'docker compose exec ', 'the same'],
  ['docs/guide/scale.md', 'export DATABASE_URL=', 'it runs without an end, on a database of the operator'],
  ['docs/releasing.md', 'git tag ', 'it publishes'],
  ['docs/releasing.md', 'npm publish ', 'it publishes'],
  ['bench/README.md', 'npm run attack ', 'it takes minutes'],
  ['bench/README.md', 'npm run bench ', 'it takes minutes'],
];

/** Each block has exactly one kind. */
const KINDS = {
  // `text` is no code.
  text: ({ language }) => language === 'text',
  generated: ({ file }) => file === GENERATED,
  compiled: ({ language, file }) => language === 'ts' && file !== GENERATED,
  'compiled with the console': ({ language, file }) => language === 'tsx' && file.startsWith('packages/console/'),
  'shown in a page': ({ language }) => language === 'html',
  'run in a page': ({ language, file }) =>
    language === 'js' && (/\bwidget\b/.test(file) || file === `${GAME_GUIDE}attachments.md`),
  applied: ({ language }) => language === 'css',
  // `webhook-docs.test.ts`
  'a webhook': ({ language, file, text }) =>
    (file === TEAM && (language === 'js' || (language === 'json' && text.includes('"notification"')))) ||
    (file === OPERATE && (language === 'js' || (language === 'json' && text.includes('"audit"')))),
  // `player-data-docs.test.ts`
  'player data': ({ language, file }) => file === PLAYER_DATA && (language === 'js' || language === 'json'),
  // `identity-code.test.ts` and `platform-accounts.test.ts`
  'run as a backend': ({ language, file }) =>
    language === 'js' && [VERIFIED_IDENTITY, PLATFORM_ACCOUNTS].includes(file),
  // Not every test machine has Go and .NET.
  'not run': ({ language, file }) => ['go', 'csharp'].includes(language) && file === VERIFIED_IDENTITY,
  'run as a game': ({ language, file }) => language === 'sh' && file.startsWith(GAME_GUIDE),
  'run with a server of its own': ({ language, file, text }) =>
    language === 'sh' && file === TEST_IN_CI && !text.startsWith('docker '),
  'asked and answered': ({ language, file }) => language === 'sh' && file === QUESTIONS,
  'the round trip': ({ language, file, text }) =>
    language === 'sh' && file === 'README.md' && text.includes('player/identify'),
  'the body of a sign-in': ({ language, text }) => language === 'json' && text.includes('"password"'),
  'run as a member': ({ language, file }) => language === 'sh' && file === TEAM,
  'run as an operator': ({ language, file, text }) =>
    language === 'sh' && file === OPERATE && text.startsWith('npm run -s cli -- '),
  'run in PgBouncer': ({ language }) => language === 'ini',
  'run in PostgreSQL': ({ language }) => language === 'sql',
  'checked only': ({ language, file, text }) =>
    language === 'sh' && NOT_RUN.some(([name, begins]) => file === name && text.trimStart().startsWith(begins)),
} as const satisfies Record<string, (block: CodeBlock) => boolean>;

export type Kind = keyof typeof KINDS;

export function kindsOf(block: CodeBlock): Kind[] {
  return (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind](block));
}
