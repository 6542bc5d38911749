// Builds the console if its sources or packages changed since the last build. Plain JavaScript,
// because run.mjs may run on an older Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = path.join(root, 'packages/console');
const dist = path.join(folder, 'dist');
const SOURCES = [
  'package-lock.json',
  'packages/console/package.json',
  'packages/console/index.html',
  'packages/console/vite.config.ts',
  'packages/console/build',
  'packages/console/src',
  'packages/contract/src',
];

/** @param {string} name @returns {string[]} */
function filesOf(name) {
  const entries = readdirSync(path.join(root, name), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const inside = `${name}/${entry.name}`;
    return entry.isDirectory() ? filesOf(inside) : [inside];
  });
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const files = path.extname(source) === '' ? filesOf(source).sort() : [source];
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Builds the console if it is out of date, and prints to standard error. The old build stays until
 * the new one is complete.
 *
 * @param {string} node the Node program to build with
 * @returns {boolean} whether the build is up to date now
 */
export function buildConsole(node) {
  const stamp = path.join(dist, '.built');
  const hash = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  console.error('Building the console (once) ...');
  const made = path.join(folder, `dist-${process.pid}`);
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  try {
    const { status } = spawnSync(node, [vite, 'build', '--outDir', made, '--logLevel', 'warn'], {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
    });
    if (status !== 0) {
      console.error('The build of the console failed; see above.');
      return false;
    }
    writeFileSync(path.join(made, '.built'), hash);
    rmSync(dist, { recursive: true, force: true });
    renameSync(made, dist);
    return true;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
