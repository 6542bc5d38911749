import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import { parseRequest } from './processes.ts';

/** A statement as the server hands it to the driver. */
export interface Recorded {
  readonly text: string;
  /** Of a prepared statement. */
  readonly name?: string;
  readonly values?: readonly (string | number | null)[];
  /** Which values are new with each request, so that the statement can be done again. */
  readonly fresh: readonly number[];
}

/** The columns of new rows that no other row may have. */
const FRESH: Readonly<Record<string, readonly string[]>> = {
  ticket: ['ticket_id', 'message_id'],
  message: ['seq', 'message_id'],
};

function freshValues(text: string): number[] {
  const [, table = '', columns = ''] = /^insert into "(\w+)" \(([^)]+)\)/.exec(text) ?? [];
  const names = columns.split(', ').map((name) => name.replaceAll('"', ''));
  const parameters = /values \(([^)]+)\)/.exec(text)?.[1]?.split(', ') ?? [];
  return (FRESH[table] ?? []).map((name) => {
    const [, number] = /^\$(\d+)$/.exec(parameters[names.indexOf(name)] ?? '') ?? [];
    if (number === undefined) throw new Error(`no parameter for ${name}: ${text}`);
    return Number(number) - 1;
  });
}

/**
 * What the server's own code sends to PostgreSQL for these requests, which are really done, one after the other. Those are
 * left out for which it sent something else than for most, such as a look at the project every second.
 */
export async function recordStatements(url: string, requests: readonly string[]): Promise<Recorded[][]> {
  const config = readConfig({ DATABASE_URL: url, RATE_LIMITS: 'off' });
  const store = await openStore(url, { mode: 'tool' });
  const app = buildApp({ config, store, logger: pino({ level: 'silent' }) });
  let statements: Recorded[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | Recorded];
    const { text, name, values } = typeof first === 'string' ? { text: first } : first;
    const prepared = name === undefined ? {} : { name };
    statements.push({ text, ...prepared, ...(values === undefined ? {} : { values }), fresh: freshValues(text) });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    const all = new Map<string, Recorded[][]>();
    // The second time is as all later ones: what was unread has been read.
    for (const request of [...requests, ...requests]) {
      const { method, path, headers, body } = parseRequest(request);
      statements = [];
      const answer = await app.inject({ method: method as 'GET' | 'POST', url: path, headers, payload: body });
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
      const kind = statements.map(({ text }) => text).join('\n');
      const alike = all.get(kind) ?? [];
      if (alike.push(statements) === 1) all.set(kind, alike);
    }
    const [usual = []] = [...all.values()].sort((a, b) => b.length - a.length);
    return usual;
  } finally {
    pg.Client.prototype.query = query;
    await app.close();
    await store.close();
  }
}
