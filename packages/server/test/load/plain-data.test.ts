import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fillPlain, openPlain } from '../../../../bench/plain/open.ts';
import { plainApp } from '../../../../bench/plain/routes.ts';
import { BENCH_SETTINGS, killAll, startReal } from '../../../../bench/processes.ts';
import { firstRows, type Seeded } from '../../../../bench/rows.ts';
import { seed } from '../../../../bench/seed.ts';
import { call } from '../helpers/call.ts';
import { emptyDatabase, executeSql } from '../helpers/databases.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** What the benchmark measures: the server and the plain program on the same data. */

// biome-ignore lint/suspicious/noExplicitAny: the responses of several operations
type Body = any;

/** The benchmark's requests without changes. */
function reads({ publicKey, teamKey, rows }: Seeded): [path: string, token: string][] {
  const inProject = `projectPublicKey=${publicKey}`;
  const tickets = firstRows(rows.tickets, 40) as [string, string][];
  return [
    ...firstRows(rows.players, 40).flatMap(([token = '']): [string, string][] => [
      [`/api/v1/player/inbox?${inProject}`, token],
      [`/api/v1/player/tickets?${inProject}`, token],
    ]),
    ...tickets.flatMap(([token, ticketId]): [string, string][] => [
      [`/api/v1/team/tickets/${ticketId}`, teamKey],
      [`/api/v1/tickets/${ticketId}`, token],
    ]),
    ['/api/v1/team/tickets?view=attention', teamKey],
    ['/api/v1/team/tickets/facets', teamKey],
    ['/api/v1/team/tickets/counts', teamKey],
  ];
}

/** Keeps the fields that another response has, without the jitter of a poll. */
function fieldsOf(other: Body, body: Body): Body {
  if (Array.isArray(other) && Array.isArray(body)) return body.map((item, index) => fieldsOf(other[index], item));
  if (other === null || typeof other !== 'object' || body === null || typeof body !== 'object') return body;
  const names = Object.keys(other).filter((name) => name !== 'nextPollAfterSeconds');
  return Object.fromEntries(names.map((name) => [name, fieldsOf(other[name], body[name])]));
}

async function plain(t: TestContext, url: string) {
  const plainUrl = await fillPlain(url);
  const store = openPlain(plainUrl);
  const app = plainApp(store);
  t.after(async () => {
    await app.close();
    await store.close();
    const [, schema] = /search_path=(\w+)/.exec(decodeURIComponent(plainUrl)) ?? [];
    if (schema !== undefined) await executeSql(url, `SET client_min_messages = error; DROP SCHEMA ${schema} CASCADE`);
  });
  return app;
}

test('the plain program responds like the server to the reads of the benchmark', async (t) => {
  const url = await emptyDatabase(t);
  t.after(killAll);
  const seeded = await seed({ url, directory: temporaryDirectory(t), players: 200, tickets: 300 });
  const app = await plain(t, url);
  const { port } = await startReal(seeded, undefined, [], { ...BENCH_SETTINGS, RATE_LIMITS: 'off' });
  const seen = new Map<string, number>();
  for (const [path, token] of reads(seeded)) {
    const expected = await call(`http://127.0.0.1:${port}`, 'GET', path, { token });
    const response = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
    assert.equal(expected.status, 200, expected.text);
    assert.equal(response.statusCode, 200, response.body);
    const body = response.json();
    assert.deepEqual(fieldsOf(body, body), fieldsOf(body, expected.body), path);
    for (const name of ['messages', 'tickets', 'types']) {
      seen.set(name, (seen.get(name) ?? 0) + (expected.body[name]?.length ?? 0));
    }
  }
  // Otherwise nothing was compared.
  for (const [name, count] of seen) assert.ok(count > 5, name);
});
