// Works with an older Node: installs missing dependencies, then uses the project's. node
// scripts/run.mjs <file> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWeb } from './web-builds.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stamp = path.join(root, 'node_modules/.installed');
const lock = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex');

/** Returns whether all packages are there, also after `npm ci` without this script. */
function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true;
  const installed = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const [wanted, found] = [path.join(root, 'package-lock.json'), installed].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  );
  return Object.entries(wanted).every(
    ([name, { version, link, optional }]) =>
      !name.includes('node_modules/') || link || optional || found[name]?.version === version,
  );
}

if (!isInstalled()) {
  console.error('Installing dependencies (once) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    // Standard output belongs to the later program.
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed; see above.');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

const [file, ...args] = process.argv.slice(2);
// A cache of compiled code halves the start.
const cache = path.join(root, 'node_modules/.cache/node');
const own = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
if (!existsSync(own) && Number(process.versions.node.split('.')[0]) < 26) {
  console.error('The npm package "node" does not support this machine. Install Node 26 or newer yourself.');
  process.exit(1);
}
// If the build fails, the server says so and serves everything else.
if (path.resolve(file) === path.join(root, 'packages/server/src/main.ts')) {
  buildWeb(existsSync(own) ? own : process.execPath);
}
if (!existsSync(own) || realpathSync(own) === realpathSync(process.execPath)) {
  module.enableCompileCache?.(cache);
  process.argv.splice(1, process.argv.length, path.resolve(file), ...args);
  await import(pathToFileURL(path.resolve(file)).href);
} else {
  const child = spawn(own, [...process.execArgv, file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    // The dynamic linker's code for missing libraries.
    if (code === 127) console.error('A library is missing that Node 26 needs. On Debian: apt-get install libatomic1');
    process.exit(code ?? 1);
  });
}
