import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Prepares a release: `npm run release -- 0.3.0`. Gives this version to all packages and
 * CHANGELOG.md, and writes the SBOM. It commits nothing. See docs/releasing.md.
 */

const CHANGELOG = 'CHANGELOG.md';
const NEXT = '## Next\n';

function npm(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

const numbersOf = (version: string) => version.split('.').map(Number);

function isNewer(version: string, current: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(current)];
  const first = ours.findIndex((number, index) => number !== theirs[index]);
  return first >= 0 && (ours[first] ?? 0) > (theirs[first] ?? 0);
}

const version = process.argv[2] ?? '';
const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
if (!/^\d+\.\d+\.\d+$/.test(version) || !isNewer(version, current)) {
  throw new Error(`Name a version that is newer than ${current}: npm run release -- 0.3.0`);
}
const changelog = readFileSync(CHANGELOG, 'utf8');
const section = changelog.split(NEXT)[1]?.split(/^## /m)[0] ?? '';
if (!/^- /m.test(section))
  throw new Error(`${CHANGELOG} has no entries under "${NEXT.trim()}", so there is nothing to release`);

// Each package's version, and those of our packages that it depends on.
const OURS = /("version"|"@player-support\/[\w-]+"): "\d+\.\d+\.\d+"/g;
for (const manifest of ['package.json', ...globSync('packages/*/package.json')]) {
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(OURS, `$1: "${version}"`));
}
npm('install', '--package-lock-only', '--ignore-scripts', '--loglevel=error');
writeFileSync(`player-support-${version}.cdx.json`, npm('run', '--silent', 'sbom'));
const heading = `## ${version} - ${new Date().toISOString().slice(0, 10)}\n`;
writeFileSync(CHANGELOG, changelog.replace(NEXT, `${NEXT}\n${heading}`));
console.log(`\nPrepared ${version}. Check the diff, commit it, tag the commit v${version}, and publish the SDK.`);
