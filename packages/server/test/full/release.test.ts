import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** The project's release files, with one package.json for each package and these changesets. */
function project(t: TestContext, changesets: Record<string, string>): string {
  const directory = temporaryDirectory(t);
  const files = ['.npmrc', '.changeset/config.json', 'package.json', 'package-lock.json'];
  for (const file of [...files, ...globSync('packages/*/package.json', { cwd: ROOT })]) {
    cpSync(path.join(ROOT, file), path.join(directory, file));
  }
  writeFileSync(
    path.join(directory, 'CHANGELOG.md'),
    '# Changelog\n\nAn introduction.\n\n## 0.1.0\n\n- The first release.\n',
  );
  for (const [name, text] of Object.entries(changesets)) {
    writeFileSync(path.join(directory, '.changeset', `${name}.md`), text);
  }
  return directory;
}

function release(directory: string) {
  const script = path.join(ROOT, 'scripts/release.ts');
  const env = { ...process.env, npm_config_offline: 'true' };
  return spawnSync(process.execPath, [script], { cwd: directory, encoding: 'utf8', env });
}

function read(directory: string, file: string): string {
  return readFileSync(path.join(directory, file), 'utf8');
}

/** The versions of our packages, and those that they depend on, wherever one is written. */
function versions(directory: string): Set<string> {
  const found = new Set<string>();
  const { packages } = JSON.parse(read(directory, 'package-lock.json'));
  const inLock = Object.keys(packages).filter((name) => /^packages\/[^/]+$/.test(name));
  const manifests = globSync('packages/*/package.json', { cwd: directory }).map((file) =>
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

test('a release gives all packages the next version and puts the changesets into the changelog', (t) => {
  const [current = ''] = versions(ROOT);
  const [major, minor] = current.split('.').map(Number);
  const next = `${major}.${(minor ?? 0) + 1}.0`;
  const directory = project(t, {
    'a-fix': '---\n"@player-support/client": patch\n---\n\nA fix in the SDK.\n',
    'b-feature': '---\n"player-support": minor\n---\n\nA feature.\n\nHow to use it.\n',
  });

  const { status, stderr } = release(directory);
  assert.equal(status, 0, stderr);
  assert.deepEqual([...versions(directory)], [next]);
  const date = new Date().toISOString().slice(0, 10);
  assert.equal(
    read(directory, 'CHANGELOG.md'),
    `# Changelog\n\nAn introduction.\n\n## ${next} - ${date}\n\n- A feature.\n\n  How to use it.\n- A fix in the SDK.\n` +
      '\n## 0.1.0\n\n- The first release.\n',
  );
  assert.deepEqual(globSync('.changeset/*.md', { cwd: directory }), []);
  assert.deepEqual(globSync('packages/*/CHANGELOG.md', { cwd: directory }), []);
});

for (const [title, changesets] of [
  ['without changesets', {}],
  ['with a changeset without a summary', { empty: '---\n"player-support": minor\n---\n' }],
] as const) {
  test(`a release ${title} fails and changes nothing`, (t) => {
    const directory = project(t, changesets);
    const before = [...versions(directory)];
    assert.equal(release(directory).status, 1);
    assert.deepEqual([...versions(directory)], before);
    assert.doesNotMatch(read(directory, 'CHANGELOG.md'), /## 0\.2/);
  });
}

test('all packages have the same version', () => {
  assert.equal(versions(ROOT).size, 1);
});

test('the changelog has the current version', () => {
  const [current = ''] = versions(ROOT);
  assert.match(read(ROOT, 'CHANGELOG.md'), new RegExp(`^## ${current.replaceAll('.', '\\.')}( |$)`, 'm'));
});
