import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
/** Of the script with the SDK, gzipped. */
const MAX_BYTES = 29_000;
/** Loaded when a player adds or sees files. */
const MAX_FILES_BYTES = 8000;
/** Loaded when a player begins a ticket or is asked. */
const MAX_KNOWN_BYTES = 3000;

const ROOT = path.resolve(DIST, '../../..');
const run = promisify(execFile);

suite('the script', () => {
  const script = readFileSync(path.join(DIST, 'player-support.js'));

  test(`has less than ${MAX_BYTES} bytes with the SDK, gzipped`, (t: TestContext) => {
    const { length } = gzipSync(script, { level: 9 });
    t.diagnostic(`${length} bytes`);
    assert.ok(script.includes('Idempotency-Key') && script.includes('How can we help?'));
    assert.ok(length < MAX_BYTES, `${length} bytes`);
  });

  const filesModule = readFileSync(path.join(DIST, 'player-support-files.js'));

  test(`loads a files module of less than ${MAX_FILES_BYTES} bytes, under a name that changes with it`, (t: TestContext) => {
    const { length } = gzipSync(filesModule, { level: 9 });
    t.diagnostic(`${length} bytes`);
    assert.ok(filesModule.includes('X-File-Name') && !script.includes('X-File-Name'));
    assert.ok(length < MAX_FILES_BYTES, `${length} bytes`);
    const hash = createHash('sha256').update(filesModule).digest('hex').slice(0, 12);
    assert.ok(script.includes(`player-support-files.js?${hash}`));
    // A game's bundler must not look for it.
    assert.match(script.toString(), /import\(\/\*webpackIgnore:true\*\/\/\*@vite-ignore\*\//);
  });

  const knownModule = readFileSync(path.join(DIST, 'player-support-known.js'));

  test(`loads a module for known issues of less than ${MAX_KNOWN_BYTES} bytes, in the same way`, (t: TestContext) => {
    const { length } = gzipSync(knownModule, { level: 9 });
    t.diagnostic(`${length} bytes`);
    assert.ok(knownModule.includes('/api/v1/player/questions') && !script.includes('/api/v1/player/questions'));
    assert.ok(length < MAX_KNOWN_BYTES, `${length} bytes`);
    const hash = createHash('sha256').update(knownModule).digest('hex').slice(0, 12);
    assert.ok(script.includes(`player-support-known.js?${hash}`));
  });

  test('evaluates no text', () => {
    assert.doesNotMatch(
      `${script} ${filesModule} ${knownModule}`,
      /\beval\(|new Function|insertAdjacentHTML|document\.write/,
    );
  });

  test('can be imported where there are no elements', async () => {
    await run(process.execPath, ['-e', `import(${JSON.stringify(path.join(DIST, 'player-support.js'))})`]);
  });

  test('has a source map, and a file for each other language', () => {
    assert.match(script.toString(), /\/\/# sourceMappingURL=player-support\.js\.map\s*$/);
    assert.equal(readdirSync(path.join(DIST, 'locales')).filter((name) => name.endsWith('.json')).length, 9);
  });
});

test('the package has the script, the texts and types that compile in a strict project', async (t) => {
  const project = temporaryDirectory(t);
  const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, shell: process.platform === 'win32' });
  const pack = async (name: string) => {
    const { stdout } = await npm(path.join(ROOT, 'packages', name), 'pack', '--json', '--pack-destination', project);
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string; files: { path: string }[] }[];
    return { file: path.join(project, packed?.filename ?? ''), names: packed?.files.map((file) => file.path) ?? [] };
  };
  const widget = await pack('widget');
  const client = await pack('client');
  const others = widget.names.filter((name) => !name.startsWith('dist/types/') && !name.startsWith('dist/locales/'));
  assert.deepEqual(others.sort(), [
    'LICENSE',
    'README.md',
    'dist/player-support-files.js',
    'dist/player-support-known.js',
    'dist/player-support.js',
    'dist/player-support.js.map',
    'package.json',
  ]);
  assert.ok(widget.names.includes('dist/locales/de.json'));
  writeFileSync(path.join(project, 'package.json'), '{ "name": "game", "private": true, "type": "module" }');
  await npm(project, 'install', '--offline', '--no-audit', '--no-fund', client.file, widget.file);
  writeFileSync(
    path.join(project, 'game.ts'),
    `import '@player-support/widget';
const element = document.createElement('player-support');
element.baseUrl = 'https://support.example.com';
element.context = { appVersion: '1' };
element.types = ['bug', { type: 'guild', label: 'Guild' }];
element.texts = { title: 'Help' };
void element.open();
export const isOpen: boolean = element.isOpen;
export const count = (): number => element.support?.inbox.unreadCount() ?? 0;
// @ts-expect-error there is no such text
element.texts = { nothing: 'Help' };
`,
  );
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
  await run(tsc, [...options, '--module', 'esnext', '--moduleResolution', 'bundler', 'game.ts'], {
    cwd: project,
  }).catch(({ stdout }) => assert.fail(stdout));
  await run(process.execPath, ['-e', "await import('@player-support/widget')"], { cwd: project });
});
