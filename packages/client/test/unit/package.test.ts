import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type InlineConfig, build as viteBuild } from 'vite';
import { aProject } from '../../../server/test/helpers/builders.ts';
import { startServer, temporaryDirectory } from '../../../server/test/helpers/harness.ts';

/** The package as a game gets it: packed, and installed into an empty project. */

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const ROOT = path.resolve(PACKAGE, '../..');
/** The size limit of the bundle, gzipped. */
const MAX_BYTES = 6000;

const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, shell: process.platform === 'win32' });

let project = '';
let packed: string[] = [];

function write(name: string, text: string): string {
  mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  writeFileSync(path.join(project, name), text);
  return path.join(project, name);
}

/** The three lines of the README, without the import. */
const threeLines = (baseUrl: string, publicKey: string) => `
import { createPlayerSupport } from '@player-support/client';
const support = createPlayerSupport({ baseUrl: '${baseUrl}', projectPublicKey: '${publicKey}' });
support.on('message', (message) => console.log(message.title));
support.tickets.create({ type: 'bug', subject: 'Stuck', message: 'I cannot leave level 3.' }).then(console.log);
`;

async function bundled(entry: string): Promise<string> {
  const config: InlineConfig = {
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  };
  const built = await viteBuild(config);
  assert.ok('output' in built);
  return built.output.map((one) => ('code' in one ? one.code : '')).join('');
}

suite('the package', () => {
  before(async () => {
    const clean: (() => void)[] = [];
    project = temporaryDirectory({ after: (remove) => void clean.push(remove as () => void) });
    process.on('exit', () => clean.map((remove) => remove()));
    const { stdout } = await npm(PACKAGE, 'pack', '--json', '--pack-destination', project);
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
      { filename: string; files: { path: string }[] },
    ];
    packed = files.map((file) => file.path);
    write('package.json', '{ "name": "game", "private": true, "type": "module" }');
    await npm(project, 'install', '--offline', '--no-audit', '--no-fund', path.join(project, filename));
  });

  test('has only its code and types, and no dependencies', () => {
    const modules = [
      'errors',
      'http',
      'inbox',
      'index',
      'locks',
      'outbox',
      'outbox-entry',
      'random-id',
      'session',
      'storage',
      'time',
      'types',
    ];
    const dist = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    assert.deepEqual(packed.sort(), ['LICENSE', 'README.md', ...dist, 'package.json'].sort());
    const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as { packages: object };
    assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@player-support/client']);
  });

  test('creates a ticket with three lines, also on the Node of the machine', async (t: TestContext) => {
    const server = await startServer(t);
    const { publicKey } = await aProject(server);
    const file = write('main.js', threeLines(server.url, publicKey));
    // Without node_modules, `node` is that of the machine.
    const PATH = process.env.PATH?.split(path.delimiter)
      .filter((one) => !one.includes('node_modules'))
      .join(path.delimiter);
    for (const node of [process.execPath, 'node']) {
      const options = { cwd: project, env: { ...process.env, PATH } };
      t.diagnostic((await run(node, ['--version'], options)).stdout.trim());
      const { stdout } = await run(node, [file], options);
      assert.match(stdout, /ticketId: 'tkt_/);
    }
  });

  test('does nothing when it is imported', async () => {
    const file = write('import.js', `import '@player-support/client'; console.log('done');`);
    assert.equal((await run(process.execPath, [file], { cwd: project })).stdout, 'done\n');
  });

  test('has types that compile with strict TypeScript, for bundlers and for Node', async () => {
    write(
      'game.ts',
      `${threeLines('https://support.example', 'ppk_1')}
import { TicketClosedError, indexedDbStorage, type OutboxEntry } from '@player-support/client';
support.on('outbox', (entry: OutboxEntry) => entry.state satisfies 'queued' | 'sending' | 'sent' | 'failed');
support.on('unread', (count) => count.toFixed());
// @ts-expect-error there is no such event
support.on('nothing', () => {});
// @ts-expect-error a ticket has a subject
support.tickets.create({ type: 'bug', message: 'm' });
createPlayerSupport({ baseUrl: '', projectPublicKey: '', storage: indexedDbStorage(), userId: null });
export const isClosed = (error: unknown) => error instanceof TicketClosedError && error.errors.message?.[0];
export const list = async () => (await support.tickets.list())[0]?.unreadCount.toFixed();
`,
    );
    for (const [module, resolution] of [
      ['esnext', 'bundler'],
      ['nodenext', 'nodenext'],
    ] as const) {
      const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
      const args = [...options, '--module', module, '--moduleResolution', resolution, 'game.ts'];
      await run(path.join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: project }).catch(({ stdout }) =>
        assert.fail(stdout),
      );
    }
  });

  test(`adds less than ${MAX_BYTES} bytes to a game, gzipped and built with Vite`, async (t: TestContext) => {
    const small = await bundled(write('small.js', threeLines('https://support.example', 'ppk_1')));
    const all = await bundled(write('all.js', `export * from '@player-support/client';`));
    const [three, complete] = [small, all].map((code) => gzipSync(code, { level: 9 }).length);
    t.diagnostic(`three lines: ${three} bytes; all exports: ${complete} bytes`);
    assert.ok(small.includes('Idempotency-Key') && all.includes('TicketClosedError'));
    assert.ok((three ?? MAX_BYTES) < MAX_BYTES && (complete ?? MAX_BYTES) < MAX_BYTES, `${three}, ${complete}`);
  });
});
