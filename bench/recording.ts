import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import { parseRequest } from './processes.ts';

/** A statement as the server passes it to the driver. */
export interface RecordedStatement {
  readonly text: string;
  /** The name of a prepared statement. */
  readonly name?: string;
  readonly values?: readonly (string | number | null)[];
  /** Indexes of the values that must be new when the statement is repeated. */
  readonly uniqueValues: readonly number[];
}

/** Columns whose values must be unique. */
const UNIQUE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ticket: ['ticket_id', 'message_id'],
  message: ['seq', 'message_id'],
};

function uniqueValuesOf(text: string): number[] {
  const [, table = '', columns = ''] = /^insert into "(\w+)" \(([^)]+)\)/.exec(text) ?? [];
  const names = columns.split(', ').map((name) => name.replaceAll('"', ''));
  const parameters = /values \(([^)]+)\)/.exec(text)?.[1]?.split(', ') ?? [];
  return (UNIQUE_COLUMNS[table] ?? []).map((name) => {
    const [, number] = /^\$(\d+)$/.exec(parameters[names.indexOf(name)] ?? '') ?? [];
    if (number === undefined) throw new Error(`no parameter for ${name}: ${text}`);
    return Number(number) - 1;
  });
}

/**
 * Executes requests with the server's code, one after the other, and records what it sends to
 * PostgreSQL. It returns only requests with the usual statements: a few have others, such as the
 * project that is read again every second.
 */
export async function recordStatements(url: string, requests: readonly string[]): Promise<RecordedStatement[][]> {
  const config = readConfig({ DATABASE_URL: url, RATE_LIMITS: 'off' });
  const store = await openStore(url, { mode: 'tool' });
  const app = buildApp({ config, store, logger: pino({ level: 'silent' }) });
  let statements: RecordedStatement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | RecordedStatement];
    const { text, name, values } = typeof first === 'string' ? { text: first } : first;
    const prepared = name === undefined ? {} : { name };
    statements.push({
      text,
      ...prepared,
      ...(values === undefined ? {} : { values }),
      uniqueValues: uniqueValuesOf(text),
    });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    const byTexts = new Map<string, RecordedStatement[][]>();
    // Twice, because the first time marks messages as read.
    for (const request of [...requests, ...requests]) {
      const { method, path, headers, body } = parseRequest(request);
      statements = [];
      const response = await app.inject({ method: method as 'GET' | 'POST', url: path, headers, payload: body });
      if (response.statusCode >= 300) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
      const texts = statements.map(({ text }) => text).join('\n');
      const same = byTexts.get(texts) ?? [];
      if (same.push(statements) === 1) byTexts.set(texts, same);
    }
    const [usual = []] = [...byTexts.values()].sort((a, b) => b.length - a.length);
    return usual;
  } finally {
    pg.Client.prototype.query = query;
    await app.close();
    await store.close();
  }
}
