import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SLOWEST = 8;
/** A long difference must not hide other failures. */
const ERROR_LINES = 12;

/** Returns a file's path from the project's root. A group of files has only a name. */
export function nameOf(file: string): string {
  const found = path.relative(process.cwd(), file);
  return found.startsWith('..') ? path.basename(found) : found;
}

export interface Failure {
  /** From the project's root, or a group's name. */
  readonly file: string;
  readonly text: string;
}

/** The reporter writes these to TEST_RESULTS after the last test. */
export interface Results {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly ended: readonly string[];
}

/** The whole command's, when a run begins: the variable TEST_PROGRESS, as JSON. */
export interface Progress {
  /** All files and groups of the command. */
  readonly all: number;
  /** Since the command's first run began. */
  readonly seconds: number;
}

/**
 * Reports for Node's test runner. With TEST_PROGRESS it prints ended files, failures and output,
 * and last the slowest files.
 */
export default async function* testSummary(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const { TEST_RESULTS, TEST_PROGRESS } = process.env;
  const progress = TEST_PROGRESS === undefined ? undefined : (JSON.parse(TEST_PROGRESS) as Progress);
  const files: { name: string; seconds: number }[] = [];
  const failures: Failure[] = [];
  /** The current test, after those around it. A file's events come together and in order. */
  const names: string[] = [];
  let [passed, skipped] = [0, 0];
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names.push(data.name);
    } else if (type === 'test:pass' && data.nesting === 0 && names.length === 1 && isFile(data.name)) {
      // The file is a test without others.
      const text = `✖ ${data.name} has no tests\n`;
      failures.push({ file: nameOf(data.entryFile ?? data.file ?? ''), text });
      if (progress !== undefined) yield text;
    } else if (type === 'test:summary' && data.file === undefined) {
      ({ passed, skipped } = data.counts);
    } else if (type === 'test:summary' && data.file !== undefined) {
      files.push({ name: nameOf(data.file), seconds: data.duration_ms / 1000 });
      if (progress !== undefined) yield fileLine(progress, data.file, data);
    } else if (type === 'test:fail') {
      const [first = '', ...others] = names.slice(0, data.nesting + 1);
      const text = failureText(data, isFile(first) && others.length > 0 ? others : [first, ...others]);
      if (text === undefined) continue;
      // `file` can be a helper that registers tests. A group has a test for each file.
      const file = isFile(first) ? first : (data.entryFile ?? data.file ?? '');
      failures.push({ file: file === '' ? '' : nameOf(file), text });
      if (progress !== undefined) yield text;
    } else if (progress !== undefined && (type === 'test:stdout' || type === 'test:stderr')) {
      yield data.message;
    }
  }
  if (TEST_RESULTS !== undefined) {
    const results: Results = { passed, skipped, failures, ended: files.map(({ name }) => name) };
    writeFileSync(TEST_RESULTS, JSON.stringify(results));
  }
  files.sort((one, other) => other.seconds - one.seconds);
  yield 'slowest files:\n';
  for (const { name, seconds } of files.slice(0, SLOWEST)) yield `${seconds.toFixed(1).padStart(7)} s  ${name}\n`;
}

/** A file in a group. */
const isFile = (name: string) => name.endsWith('.test.ts');

type Summary = Extract<TestEvent, { type: 'test:summary' }>['data'];

function fileLine({ all, seconds }: Progress, file: string, summary: Summary): string {
  // Both queues' ended processes have a line. This file's may still be missing.
  const count = Math.max(1, readFileSync(process.env.TEST_TIMES ?? '', 'utf8').split('\n').length - 1);
  const elapsed = seconds + performance.now() / 1000;
  const minutesLeft = Math.ceil(((elapsed / count) * (all - count)) / 60);
  const place = `${count}/${all}`.padStart(2 * `${all}`.length + 1);
  const { passed, tests } = summary.counts;
  const bad = passed === tests ? '' : `, ${tests - passed} not`;
  const took = `${(summary.duration_ms / 1000).toFixed(1)} s`;
  return `${place}  ${nameOf(file)}: ${passed} passed${bad}, ${took}; about ${minutesLeft} min left\n`;
}

type Failed = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** Describes an error and what caused it. */
function described(error: unknown): string[] {
  if (!(error instanceof Error)) return String(error).split('\n').slice(0, ERROR_LINES);
  const lines = (error.stack ?? error.message).split('\n').slice(0, ERROR_LINES);
  return error.cause === undefined ? lines : [...lines, 'caused by:', ...described(error.cause)];
}

/** Undefined for a test around a failed one: it says nothing new. */
function failureText({ file, line, details }: Failed, names: readonly string[]): string | undefined {
  const { error } = details;
  if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined;
  const place = file === undefined ? '' : `${nameOf(file)}:${line ?? ''}`;
  return [`✖ ${place}  ${names.join(' > ')}`, ...described(error.cause), ''].join('\n    ').trimEnd().concat('\n');
}
