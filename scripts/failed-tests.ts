import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A long difference of two values does not hide the other failures. */
const SHOWN_LINES = 12;

/** A reporter of Node's test runner that names the tests that failed, each with its file and error. */
export default async function* failedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { error } = data.details;
    // A test around one that failed says nothing new.
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
    const file = data.file === undefined ? '' : path.relative(process.cwd(), data.file);
    yield `✖ ${file}:${data.line ?? ''}  ${data.name}\n`;
    const { cause } = error;
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    for (const line of text.split('\n').slice(0, SHOWN_LINES)) yield `    ${line}\n`;
  }
}
