// Builds the console and widget if sources or packages changed. run.mjs may run it on an older
// Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @typedef {object} WebBuild what Vite builds to `packages/<name>/dist`
 * @property {string} name
 * @property {readonly string[]} sources files and folders; if one changes, the build is out of date
 */

/** @type {WebBuild} */
const CONSOLE = {
  name: 'console',
  sources: [
    'package-lock.json',
    'packages/console/package.json',
    'packages/console/index.html',
    'packages/console/vite.config.ts',
    'packages/console/build',
    'packages/console/src',
    'packages/contract/src',
  ],
};

/** @type {WebBuild} */
const WIDGET = {
  name: 'widget',
  sources: [
    'package-lock.json',
    'packages/widget/package.json',
    'packages/widget/vite.config.ts',
    'packages/widget/build',
    'packages/widget/src',
    'packages/client/src',
  ],
};

/** @param {string} name @returns {string[]} */
function filesOf(name) {
  const entries = readdirSync(path.join(root, name), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const inside = `${name}/${entry.name}`;
    return entry.isDirectory() ? filesOf(inside) : [inside];
  });
}

/** @param {readonly string[]} sources */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = path.extname(source) === '' ? filesOf(source).sort() : [source];
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * The old build stays until the new one is complete.
 *
 * @param {WebBuild} build
 * @param {string} node
 * @returns {boolean}
 */
function build({ name, sources }, node) {
  const folder = path.join(root, 'packages', name);
  const dist = path.join(folder, 'dist');
  const stamp = path.join(dist, '.built');
  const hash = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  console.error(`Building the ${name} (once) ...`);
  const made = path.join(folder, `dist-${process.pid}`);
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  try {
    const { status } = spawnSync(node, [vite, 'build', '--outDir', made, '--logLevel', 'warn'], {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
    });
    if (status !== 0) {
      console.error(`The build of the ${name} failed; see above.`);
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

/**
 * Builds the console and the widget where they are out of date, and prints to standard error.
 *
 * @param {string} node the Node program to build with
 * @returns {boolean} whether both builds are up to date now
 */
export function buildWeb(node) {
  return [CONSOLE, WIDGET].map((one) => build(one, node)).every(Boolean);
}
