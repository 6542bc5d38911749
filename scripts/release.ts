import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Prepares a release from the changesets: raises the version of all packages, writes CHANGELOG.md
 * and the list of components (SBOM), and deletes the changesets. It commits and tags nothing. See
 * docs/releasing.md.
 *
 * Changesets itself writes one changelog per package. All packages here have the same version, so
 * one changelog for all of them is easier to read.
 */

const CHANGELOG = 'CHANGELOG.md';
const BUMPS = ['major', 'minor', 'patch'] as const;

interface Changeset {
  /** The index in BUMPS of its largest bump. */
  readonly bump: number;
  readonly summary: string;
}

/** @throws Error if the file is not a changeset with a summary */
function readChangeset(file: string): Changeset {
  const [, head = '', summary = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
  const bump = BUMPS.findIndex((name) => new RegExp(`: ${name}$`, 'm').test(head));
  if (bump < 0 || summary.trim() === '') throw new Error(`${file} is not a changeset with a summary`);
  return { bump, summary: summary.trim() };
}

function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} failed`);
}

const changesets = globSync('.changeset/*.md').sort().map(readChangeset);
if (changesets.length === 0) throw new Error('There is no changeset in .changeset/, so there is nothing to release');

run(process.execPath, path.resolve(import.meta.dirname, '../node_modules/@changesets/cli/bin.js'), 'version');
const { version } = JSON.parse(readFileSync('packages/server/package.json', 'utf8')) as { version: string };
// Changesets does not raise the version of the root, which names the list of components.
const root = JSON.parse(readFileSync('package.json', 'utf8')) as object;
writeFileSync('package.json', `${JSON.stringify({ ...root, version }, undefined, 2)}\n`);
run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--loglevel=error');
const sbom = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' });
if (sbom.status !== 0) throw new Error(`npm run sbom failed: ${sbom.stderr}`);
writeFileSync(`player-support-${version}.cdx.json`, sbom.stdout);
const items = changesets
  .toSorted((a, b) => a.bump - b.bump)
  .map(({ summary }) => `- ${summary.replaceAll('\n', '\n  ').replaceAll('\n  \n', '\n\n')}`);
const section = `## ${version} - ${new Date().toISOString().slice(0, 10)}\n\n${items.join('\n')}\n`;
// The newest section comes first, below the introduction.
writeFileSync(
  CHANGELOG,
  readFileSync(CHANGELOG, 'utf8').replace(/^## /m, () => `${section}\n## `),
);
console.log(`\nPrepared ${version}. Check the diff, commit it, tag the commit v${version}, and publish the SDK.`);
