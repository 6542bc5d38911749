import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const RELEASED = '## 0.1.0\n\n- The first release.\n';
const withNext = (entries: string) => `# Changelog\n\nAn introduction.\n\n## Next\n${entries}\n${RELEASED}`;

/** The files that a release changes, with one package.json for each package. */
function project(t: TestContext, changelog: string): string {
  const directory = temporaryDirectory(t);
  const files = ['.npmrc', 'package.json', 'package-lock.json'];
  for (const file of [...files, ...globSync('packages/*/package.json', { cwd: ROOT })]) {
    cpSync(path.join(ROOT, file), path.join(directory, file));
  }
  writeFileSync(path.join(directory, 'CHANGELOG.md'), changelog);
  return directory;
}

function release(directory: string, version: string) {
  const script = path.join(ROOT, 'scripts/release.ts');
  const env = { ...process.env, npm_config_offline: 'true' };
  return spawnSync(process.execPath, [script, version], { cwd: directory, encoding: 'utf8', env });
}

function read(directory: string, file: string): string {
  return readFileSync(path.join(directory, file), 'utf8');
}

/** Returns the versions of our packages and their dependencies, wherever written. */
function versions(directory: string): Set<string> {
  const found = new Set<string>();
  const { packages } = JSON.parse(read(directory, 'package-lock.json'));
  const inLock = Object.keys(packages).filter((name) => name === '' || /^packages\/[^/]+$/.test(name));
  const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: directory })].map((file) =>
    JSON.parse(read(directory, file)),
  );
  for (const manifest of [...manifests, ...inLock.map((name) => packages[name])]) {
    const { version, dependencies, devDependencies } = manifest;
    found.add(version);
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@player-support/')) found.add(String(range));
    }
  }
  return found;
}

function currentAndNext(): [string, string] {
  const [current = ''] = versions(ROOT);
  const [major, minor] = current.split('.').map(Number);
  return [current, `${major}.${(minor ?? 0) + 1}.0`];
}

test('a release gives all packages the version, and the changelog too', (t) => {
  const [, next] = currentAndNext();
  const entries = '\n**For players**\n\n- A feature.\n';
  const directory = project(t, withNext(entries));

  const { status, stderr } = release(directory, next);
  assert.equal(status, 0, stderr);
  assert.deepEqual([...versions(directory)], [next]);
  const date = new Date().toISOString().slice(0, 10);
  assert.equal(
    read(directory, 'CHANGELOG.md'),
    `# Changelog\n\nAn introduction.\n\n## Next\n\n## ${next} - ${date}\n${entries}\n${RELEASED}`,
  );
  const { metadata } = JSON.parse(read(directory, `player-support-${next}.cdx.json`));
  assert.equal(metadata.component.version, next);
});

const [current, next] = currentAndNext();
for (const [title, entries, version] of [
  ['without entries', '', next],
  ['without a version', '\n- A feature.\n', ''],
  ['with the current version', '\n- A feature.\n', current],
  ['with an older version', '\n- A feature.\n', '0.0.9'],
] as const) {
  test(`a release ${title} fails and changes nothing`, (t) => {
    const directory = project(t, withNext(entries));
    assert.equal(release(directory, version).status, 1);
    assert.deepEqual([...versions(directory)], [current]);
    assert.equal(read(directory, 'CHANGELOG.md'), withNext(entries));
  });
}

test('all packages have the same version', () => {
  assert.equal(versions(ROOT).size, 1);
});

test('the changelog has the current version', () => {
  assert.match(read(ROOT, 'CHANGELOG.md'), new RegExp(`^## ${current.replaceAll('.', '\\.')}( |$)`, 'm'));
});
