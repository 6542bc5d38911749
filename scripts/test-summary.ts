import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SLOWEST = 8;
/** A long difference of two values does not hide the other failures. */
const ERROR_LINES = 12;

const relative = (file: string) => path.relative(process.cwd(), file);

/**
 * A reporter of Node's test runner that prints the files that took longest, after the last test. It
 * writes the tests that failed, each with its file and error, to the file FAILED_TESTS.
 */
export default async function* testSummary(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { name: string; seconds: number }[] = [];
  for await (const event of events) {
    if (event.type === 'test:summary' && event.data.file !== undefined) {
      files.push({ name: relative(event.data.file), seconds: event.data.duration_ms / 1000 });
    }
    const { FAILED_TESTS } = process.env;
    if (event.type === 'test:fail' && FAILED_TESTS !== undefined) appendFileSync(FAILED_TESTS, failureText(event.data));
  }
  files.sort((one, other) => other.seconds - one.seconds);
  yield 'slowest files:\n';
  for (const { name, seconds } of files.slice(0, SLOWEST)) yield `${seconds.toFixed(1).padStart(7)} s  ${name}\n`;
}

/** Empty for a test around one that failed: it says nothing new. */
function failureText({ name, file, line, details }: Extract<TestEvent, { type: 'test:fail' }>['data']): string {
  const { error } = details;
  if ('failureType' in error && error.failureType === 'subtestsFailed') return '';
  const { cause } = error;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const place = file === undefined ? '' : `${relative(file)}:${line ?? ''}`;
  return [`✖ ${place}  ${name}`, ...text.split('\n').slice(0, ERROR_LINES), ''].join('\n    ').trimEnd().concat('\n');
}
