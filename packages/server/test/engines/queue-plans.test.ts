import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { TICKET_VIEWS } from '@player-support/contract/enums';
import { databaseFile } from '../../src/store/database-url.ts';
import type { QueueRequest } from '../../src/store/queue.ts';
import { openStore } from '../../src/store/store.ts';
import { type Engine, emptyDatabase } from '../helpers/databases.ts';
import { connect } from '../helpers/postgres-nodes.ts';
import { databaseOf, watchStatements } from '../helpers/statements.ts';

const after = { at: 1000, ticketId: 'tkt_a' };

/** The parts of a request that change the SQL of a page. */
const REQUESTS: readonly Partial<QueueRequest>[] = [
  {},
  { after },
  { filter: { from: 1, to: 2000 }, after },
  { filter: { assigneeId: 'mem_a' } },
  { filter: { type: 'bug', tag: 'vip', context: ['"platform":"ios"'] } },
  { filter: { priority: 1 }, after },
];

/** The steps in which SQLite runs a statement. */
async function stepsOfSqlite(url: string, text: string): Promise<string[]> {
  const db = new DatabaseSync(databaseFile(url) ?? '');
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
  db.close();
  return steps.map(({ detail }) => String(detail));
}

const READS_ALL: Record<Engine, RegExp> = {
  sqlite: /SCAN ticket|USE TEMP B-TREE FOR ORDER BY/,
  // An incremental sort reads no more than it returns. A sort of equal tickets has its own name.
  postgres: /Seq Scan on ticket|(?<!Incremental )Sort {2}\(/,
};

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: no page of the queue reads or sorts all tickets of a range`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    for (const view of TICKET_VIEWS) {
      for (const request of REQUESTS) {
        for (const projectIds of [['prj_a'], ['prj_a', 'prj_b', 'prj_c']]) {
          await store.queue.page({ view, memberId: 'mem_a', projectIds, limit: 50, ...request });
        }
      }
    }
    const texts = [...new Set(sent.filter(({ database }) => database === databaseOf(url)).map(({ text }) => text))];
    assert.ok(texts.length > 50, `${texts.length} statements`);
    if (engine === 'sqlite') {
      for (const text of texts)
        assert.doesNotMatch((await stepsOfSqlite(url, text)).join('\n'), READS_ALL.sqlite, text);
      return;
    }
    const client = await connect(t, url);
    // An empty table is faster to read without an index.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    for (const text of texts) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      assert.doesNotMatch(rows.map((row) => row['QUERY PLAN']).join('\n'), READS_ALL.postgres, text);
    }
  });
}
