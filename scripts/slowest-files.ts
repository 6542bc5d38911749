import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SHOWN = 8;

/** A reporter of Node's test runner that prints the files that took longest, after the last test. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { name: string; seconds: number }[] = [];
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file === undefined) continue;
    files.push({ name: path.relative(process.cwd(), data.file), seconds: data.duration_ms / 1000 });
  }
  files.sort((one, other) => other.seconds - one.seconds);
  yield 'slowest files:\n';
  for (const { name, seconds } of files.slice(0, SHOWN)) yield `${seconds.toFixed(1).padStart(7)} s  ${name}\n`;
}
