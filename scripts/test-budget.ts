import { readFileSync } from 'node:fs';
import path from 'node:path';
import { placeOf } from './test-folders.ts';

/** For `npm test`, in processor seconds of the reference machine. */
export const BUDGET_SECONDS = 920;
/** `npm test` fails above this multiple: beside other programs, tests take a fifth more. */
export const FAILURE_FACTOR = 1.2;

const PROBE_INTERVAL_MS = 10_000;
/** On the reference machine, with two idle cores. */
const PROBE_MS = 28;

/** Works like a test: texts, objects and garbage. */
function probe(): number {
  const began = process.threadCpuUsage();
  let characters = 0;
  for (let round = 0; round < 12_000; round++) {
    const text = JSON.stringify({ id: `tkt_${round}`, round, text: 'a message '.repeat(round % 9) });
    characters += Object.keys(JSON.parse(text)).join().length + text.length;
  }
  const { user, system } = process.threadCpuUsage(began);
  // The result is used, so that the work is not left out.
  return characters > 0 ? (user + system) / 1000 : 0;
}

/**
 * Measures how slow the machine is: old processors and busy caches make the same work cost more.
 */
export function startProbes(): { slowness(): number; stop(): void } {
  probe();
  const found = [probe()];
  const timer = setInterval(() => found.push(probe()), PROBE_INTERVAL_MS);
  return {
    slowness: () => found.reduce((sum, one) => sum + one, 0) / found.length / PROBE_MS,
    stop: () => clearInterval(timer),
  };
}

/**
 * Sums what test files' processes wrote (test-process.ts): seconds by package and folder, the most
 * first.
 */
export function secondsByFolder(root: string, timesFile: string): [name: string, seconds: number][] {
  const sums = new Map<string, number>();
  for (const line of readFileSync(timesFile, 'utf8').split('\n').slice(0, -1)) {
    const [seconds = '', file = ''] = line.split('\t');
    const name = folderName(root, file);
    sums.set(name, (sums.get(name) ?? 0) + Number(seconds));
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** A group's name is like `server-api-3.test.mjs`. */
function folderName(root: string, file: string): string {
  const [, packageName, folder] = /^(.+)-([a-z\d]+)-\d+\.test\.mjs$/.exec(path.basename(file)) ?? [];
  return packageName === undefined ? placeOf(root, file).name : `${packageName}/${folder}`;
}
