import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { before, suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { type InlineConfig, build as viteBuild } from 'vite';
import { aProject, eventually } from '../../../server/test/helpers/builders.ts';
import { startServer } from '../../../server/test/helpers/harness.ts';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';

/** As a game gets it: packed, and installed in an empty project. */

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const ROOT = path.resolve(PACKAGE, '../..');
/** Of what a game gets, gzipped. */
const MAX_BYTES = 6500;
/** For all exports, and for the script, which cannot leave any out. */
const MAX_WHOLE_BYTES = 6700;

const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, shell: process.platform === 'win32' });

let project = '';
let packed: string[] = [];

function write(name: string, text: string): string {
  mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  writeFileSync(path.join(project, name), text);
  return path.join(project, name);
}

function readmeLines(baseUrl: string, publicKey: string): string {
  const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
  const [, code = ''] = /```ts\n(import \{ createPlayerSupport .*?)```/s.exec(readme) ?? [];
  const lines = code.replace('https://support.example.com', baseUrl).replace('ppk_...', publicKey);
  assert.ok(lines.includes(baseUrl) && lines.includes(publicKey), readme);
  return lines;
}

const dist = () => path.join(project, 'node_modules/@player-support/client/dist');

/** Without node_modules on the PATH, `node` is the machine's. */
function machine() {
  const folders = process.env.PATH?.split(path.delimiter).filter((one) => !one.includes('node_modules'));
  return { cwd: project, env: { ...process.env, PATH: folders?.join(path.delimiter) } };
}

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
    const builds = ['index', 'accounts', 'known-issues', 'file-uploads', 'lease'].flatMap((name) => [
      `${name}.js`,
      `${name}.cjs`,
    ]);
    builds.push('player-support.iife.js');
    const code = builds.flatMap((name) => [`dist/${name}`, `dist/${name}.map`]);
    const types = readdirSync(path.join(PACKAGE, 'src')).flatMap((file) => {
      const name = path.basename(file, '.ts');
      return [`dist/${name}.d.ts`, `dist/${name}.d.cts`];
    });
    const others = ['LICENSE', 'README.md', 'examples/file-storage.d.ts', 'examples/file-storage.js', 'package.json'];
    assert.deepEqual(packed.sort(), [...code, ...types, ...others].sort());
    const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as { packages: object };
    assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@player-support/client']);
  });

  test('shows a reply with the lines of the README, also on the Node of the machine', async (t: TestContext) => {
    const server = await startServer(t);
    const { publicKey } = await aProject(server);
    // Each process is a new player: without a storage Node keeps everything in memory.
    const file = write('main.js', readmeLines(server.url, publicKey));
    for (const node of [process.execPath, 'node']) {
      t.diagnostic((await run(node, ['--version'], machine())).stdout.trim());
      const game = spawn(node, [file], machine());
      t.after(() => game.kill());
      const shown = new Promise<string>((resolve) => {
        game.stdout.on('data', (data) => /Hello player/.test(String(data)) && resolve(String(data)));
      });
      let ticketId = '';
      await eventually(async () => {
        const { body } = await server.call('GET', '/api/v1/team/tickets?status=open', { token: server.teamKey });
        ticketId = (body.tickets as { id: string }[])[0]?.id ?? '';
        return ticketId !== '';
      });
      const reply = { token: server.teamKey, body: { message: 'Hello player' } };
      await server.call('POST', `/api/v1/team/tickets/${ticketId}/replies`, reply);
      assert.match(await shown, /Hello player/);
      game.kill();
    }
  });

  test('can be required, also on the Node of the machine, and used with a script tag', async () => {
    const file = write('required.cjs', `console.log(Object.keys(require('@player-support/client')).sort().join());`);
    const exported = Object.keys(await import('../../src/index.ts'))
      .sort()
      .join();
    for (const node of [process.execPath, 'node']) {
      assert.equal((await run(node, [file], machine())).stdout.trim(), exported);
    }
    const script = path.join(project, 'node_modules/@player-support/client/dist/player-support.iife.js');
    const page: { PlayerSupport?: object } = createContext({});
    runInContext(`${readFileSync(script, 'utf8')}; globalThis.PlayerSupport = PlayerSupport;`, page);
    assert.equal(
      Object.keys(page.PlayerSupport ?? {})
        .sort()
        .join(),
      exported,
    );
  });

  test('sends a message without a file that the server refuses, although file uploads are built apart', async (t) => {
    const server = await startServer(t);
    const { publicKey } = await aProject(server);
    const file = write(
      'files.js',
      `
import { createPlayerSupport } from '@player-support/client';
import { fileUploads } from '@player-support/client/file-uploads';
const options = { baseUrl: '${server.url}', projectPublicKey: '${publicKey}', files: fileUploads() };
const support = createPlayerSupport(options);
const damaged = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]);
const attachments = [new File([damaged], 'damaged.png'), new File(['a'], 'a.log')];
await support.tickets.create({ type: 'bug', subject: 's', message: 'm', attachments });
const [entry] = await support.outbox.entries();
console.log(entry.state, ...entry.files.map(({ error, attachmentId }) => error?.slug ?? typeof attachmentId));
support.stop();
`,
    );
    assert.equal((await run(process.execPath, [file], machine())).stdout.trim(), 'sent file-refused string');
  });

  test('has a file storage for Node that keeps the player and its texts', async (t: TestContext) => {
    const server = await startServer(t);
    const { publicKey } = await aProject(server);
    const example = path.join(project, 'node_modules/@player-support/client/examples/file-storage.js');
    const file = write(
      'stored.js',
      `
import { createPlayerSupport } from '@player-support/client';
import { fileStorage } from '${pathToFileURL(example)}';
const storage = fileStorage('./kept');
const options = { baseUrl: '${server.url}', projectPublicKey: '${publicKey}', storage };
const support = createPlayerSupport(options);
await support.tickets.create({ type: 'bug', subject: 's', message: 'm' });
const [entry] = await support.outbox.entries();
console.log(entry.isStored, (await support.tickets.list()).length);
`,
    );
    assert.equal((await run(process.execPath, [file], { cwd: project })).stdout, 'true 1\n');
    assert.equal((await run('node', [file], machine())).stdout, 'true 2\n');
    const names = () => readdirSync(path.join(project, 'kept'));
    assert.ok(names().every((name) => !name.endsWith('.new')));
    if (process.platform !== 'win32') {
      for (const name of ['', ...names()]) {
        assert.equal(statSync(path.join(project, 'kept', name)).mode & 0o077, 0, name);
      }
    }
    // One is from a killed process, the other is being written.
    const left = write('kept/a.new', 'cut off');
    write('kept/b.new', 'being written');
    utimesSync(left, 0, 0);
    assert.equal((await run(process.execPath, [file], { cwd: project })).stdout, 'true 3\n');
    assert.deepEqual(
      names().filter((name) => name.endsWith('.new')),
      ['b.new'],
    );
  });

  test('does nothing when it is imported', async () => {
    const file = write('import.js', `import '@player-support/client'; console.log('done');`);
    assert.equal((await run(process.execPath, [file], { cwd: project })).stdout, 'done\n');
  });

  test('has types that compile with strict TypeScript, for bundlers and for Node', async () => {
    write(
      'game.ts',
      `${readmeLines('https://support.example', 'ppk_1')}
import { indexedDbStorage, type OutboxEntry, type Storage, SupportError } from '@player-support/client';
import { captureScreenshot, fileUploads } from '@player-support/client/file-uploads';
import { linkAccount } from '@player-support/client/accounts';
import { answerQuestion, listKnownIssues, listQuestions, subscribe } from '@player-support/client/known-issues';
import { withLease } from '@player-support/client/lease';
import { fileStorage } from './node_modules/@player-support/client/examples/file-storage.js';
createPlayerSupport({ baseUrl: '', projectPublicKey: '', storage: fileStorage('saved') });
support.on('outbox', (entry: OutboxEntry) => entry.state satisfies 'queued' | 'sending' | 'sent' | 'failed');
support.on('unread', (count) => count.toFixed());
// @ts-expect-error there is no such event
support.on('nothing', () => {});
// @ts-expect-error a ticket has a subject
support.tickets.create({ type: 'bug', message: 'm' });
createPlayerSupport({ baseUrl: '', projectPublicKey: '', storage: indexedDbStorage(), userId: null });
support.tickets.reply('tkt_1', 'm').entryId.toUpperCase();
createPlayerSupport({ baseUrl: '', projectPublicKey: '', files: fileUploads() });
linkAccount(support, 'a token').catch(() => {});
listKnownIssues(support, { build: '2.4.2' }).then(([known]) => known && subscribe(support, known.id));
listQuestions(support).then(([question]) => question && answerQuestion(support, question.ticketId, true));
support.tickets.reply('tkt_1', 'm', { attachments: [new Blob([]), { blob: new Blob([]), name: 'game.log' }] });
captureScreenshot(document.createElement('canvas')).then((file) => support.tickets.reply('tkt_1', 'm', { attachments: [file] }));
support.on('upload', ({ entryId, sent, total }) => [entryId, sent / total]);
support.tickets.get('tkt_1').then(({ status }) => status === 'open' || status === 'of a later version');
export const isClosed = (error: unknown) => error instanceof SupportError && error.slug === 'ticket-closed';
const values = { get: () => null, set: () => {} };
// @ts-expect-error nothing says who uses it
export const unsafe: Storage = values;
export const several: Storage = withLease(values);
export const one: Storage = { ...values, scope: 'process' };
export const list = async () => (await support.tickets.list())[0]?.unreadCount.toFixed();
`,
    );
    write('required.cts', `import { createPlayerSupport } from '@player-support/client'; createPlayerSupport.call;`);
    for (const [module, resolution, file] of [
      ['esnext', 'bundler', 'game.ts'],
      ['nodenext', 'nodenext', 'game.ts'],
      ['node16', 'node16', 'required.cts'],
    ] as const) {
      const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
      const args = [...options, '--module', module, '--moduleResolution', resolution, file];
      await run(path.join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: project }).catch(({ stdout }) =>
        assert.fail(stdout),
      );
    }
  });

  test(`adds less than ${MAX_BYTES} bytes to a game, gzipped and built with Vite`, async (t: TestContext) => {
    const small = await bundled(write('small.js', readmeLines('https://support.example', 'ppk_1')));
    const all = await bundled(write('all.js', `export * from '@player-support/client';`));
    const script = readFileSync(path.join(dist(), 'player-support.iife.js'), 'utf8');
    const lines = readmeLines('https://support.example', 'ppk_1');
    const bytes = (code: string) => gzipSync(code, { level: 9 }).length;
    const sizes = [bytes(small) - bytes(lines), bytes(all), bytes(script)] as const;
    t.diagnostic(`bytes of the README without its own lines, of all exports and of the script: ${sizes}`);
    for (const code of [small, all, script]) assert.ok(code.includes('Idempotency-Key'));
    assert.ok(sizes[0] < MAX_BYTES && Math.max(...sizes) < MAX_WHOLE_BYTES, `${sizes}`);
  });

  for (const name of ['index.js', 'index.cjs', 'player-support.iife.js']) {
    test(`has a source map that leads from ${name} to the sources`, () => {
      const lines = readFileSync(path.join(dist(), name), 'utf8').split('\n');
      const map = new SourceMap(JSON.parse(readFileSync(path.join(dist(), `${name}.map`), 'utf8')));
      const line = lines.findIndex((text) => text.includes('outbox-expired'));
      const entry = map.findEntry(line, lines[line]?.indexOf('outbox-expired') ?? 0);
      assert.ok('originalSource' in entry && entry.originalSource.endsWith('src/outbox.ts'), JSON.stringify(entry));
      const source = readFileSync(path.join(PACKAGE, 'src/outbox.ts'), 'utf8').split('\n');
      assert.match(source[entry.originalLine] ?? '', /outbox-expired/);
    });
  }
});
