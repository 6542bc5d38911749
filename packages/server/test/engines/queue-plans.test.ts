import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sortsOf, TICKET_VIEWS } from '@player-support/contract/enums';
import { databaseFile } from '../../src/store/database-url.ts';
import type { QueueRequest } from '../../src/store/queue.ts';
import { openStore } from '../../src/store/store.ts';
import { budgetOf } from '../../src/team/tickets/view-counts.ts';
import { type Engine, emptyDatabase } from '../helpers/databases.ts';
import { connect } from '../helpers/postgres-nodes.ts';
import { databaseOf, watchStatements } from '../helpers/statements.ts';

const after = { at: 1000, ticketId: 'tkt_a', priority: 2 };
/** Each project has targets of its own, except that `prj_c` has those of `prj_a`. */
const project = (projectId: string) => ({ projectId, targets: projectId === 'prj_b' ? [4, 3, 2, 1] : [8, 6, 4, 2] });

const ANSWER = { name: 'device', text: 'pc' };

/** The parts of a request that change the SQL of a page. */
const REQUESTS: readonly Partial<QueueRequest>[] = [
  {},
  { after },
  { filter: { from: 1, to: 2000 }, after },
  { filter: { assigneeId: 'mem_a' } },
  { filter: { type: 'bug', tag: 'vip', platform: 'ios' } },
  { filter: { priority: 1 }, after },
  { filter: { answer: ANSWER } },
  { filter: { type: 'bug', answer: ANSWER, from: 1, to: 2000 }, after },
];

/** No index has the answers, so a search for one reads rows, but few of them. */
const readsRows = (text: string) => text.includes('replace(answers');

/** The steps in which SQLite runs a statement. */
async function stepsOfSqlite(url: string, text: string): Promise<string[]> {
  const db = new DatabaseSync(databaseFile(url) ?? '');
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
  db.close();
  return steps.map(({ detail }) => String(detail));
}

const READS_ALL: Record<Engine, RegExp> = {
  sqlite: /SCAN ticket|USE TEMP B-TREE FOR ORDER BY/,
  postgres: /Seq Scan on ticket/,
};

/**
 * The nodes of a plan of PostgreSQL that sort more than limited parts of ranges. It cannot merge by
 * priority, which is the same in a whole range, so it sorts what is left of the ranges. An
 * incremental sort reads no more than it returns.
 */
function unlimitedSorts(plan: readonly string[]): string[] {
  const nodes = plan.filter((line) => line.includes('->') || !line.startsWith(' '));
  const depth = (node: string) => node.search(/\S/);
  const children = (index: number): number[] => {
    const below = nodes.slice(index + 1);
    const end = below.findIndex((node) => depth(node) <= depth(nodes[index] ?? ''));
    const inside = end === -1 ? below : below.slice(0, end);
    const [first = ''] = inside;
    return inside.flatMap((node, at) => (depth(node) === depth(first) ? [index + 1 + at] : []));
  };
  const isLimited = (index: number): boolean =>
    / (Append|Subquery Scan) /.test(nodes[index] ?? '')
      ? children(index).every(isLimited)
      : / Limit {2}\(/.test(nodes[index] ?? '');
  return nodes.filter((node, index) => /(?<!Incremental )Sort {2}\(/.test(node) && !children(index).every(isLimited));
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: no page of the queue reads or sorts all tickets of a range`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    for (const view of TICKET_VIEWS) {
      for (const request of REQUESTS) {
        for (const ids of [['prj_a'], ['prj_a', 'prj_b', 'prj_c']]) {
          for (const sort of sortsOf(view)) {
            const projects = ids.map(project);
            await store.queue.page({ view, sort, memberId: 'mem_a', projects, limit: 50, ...request });
          }
        }
      }
    }
    const texts = [...new Set(sent.filter(({ database }) => database === databaseOf(url)).map(({ text }) => text))];
    assert.ok(texts.length > 50, `${texts.length} statements`);
    if (engine === 'sqlite') {
      for (const text of texts) {
        const steps = await stepsOfSqlite(url, text);
        assert.doesNotMatch(steps.join('\n'), READS_ALL.sqlite, text);
        // A search reads rows only of what it found.
        if (!text.includes('"matches"') || readsRows(text)) continue;
        const ranges = steps.filter((step) => step.startsWith('SEARCH ticket USING') && !step.includes('rowid='));
        assert.ok(ranges.length > 0 && ranges.every((step) => step.includes('COVERING INDEX')), ranges.join('\n'));
      }
      return;
    }
    const client = await connect(t, url);
    // An empty table is faster to read without an index.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    for (const text of texts) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']);
      assert.doesNotMatch(plan.join('\n'), READS_ALL.postgres, text);
      assert.deepEqual(unlimitedSorts(plan), [], plan.join('\n'));
    }
  });
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: a search for an answer reads at most 2500 tickets, and a count uses ranges of an index`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    const projects = ['prj_a', 'prj_b'].map(project);
    for (const view of TICKET_VIEWS) await store.queue.page({ view, projects, limit: 50, filter: { answer: ANSWER } });
    await store.queueCounts.byStatus(['prj_a'], { answer: ANSWER }, budgetOf({ answer: ANSWER }));
    const texts = [...new Set(sent.filter(({ database }) => database === databaseOf(url)).map(({ text }) => text))];
    const searches = texts.filter(readsRows);
    assert.ok(searches.length >= 3, `${searches.length} statements`);
    for (const text of searches) {
      const limits = [...text.matchAll(/limit (\d+)/gi)].map(([, limit]) => Number(limit));
      assert.ok(limits.length > 0 && Math.max(...limits) <= 5000, text);
      if (text.includes('"matches"') && text.includes('"ends"')) assert.ok(Math.max(...limits) <= 2500, text);
      if (engine === 'sqlite') {
        const reads = (await stepsOfSqlite(url, text)).filter((step) => /^(SEARCH|SCAN) ticket/.test(step));
        assert.ok(reads.length > 0 && reads.every((step) => step.startsWith('SEARCH ticket USING')), reads.join('\n'));
      }
    }
  });
}

test('no count reads a row on SQLite, with any filter', async (t) => {
  const url = await emptyDatabase(t, 'sqlite');
  const store = await openStore(url, { mode: 'tool' });
  t.after(() => store.close());
  await store.migrate();
  const sent = watchStatements(t);
  const budget = { perRange: 100, total: 1000 };
  for (const { filter = {} } of REQUESTS) {
    if (filter.answer !== undefined) continue;
    await store.queueCounts.byStatus(['prj_a', 'prj_b'], filter, budget);
    await store.queueCounts.ofMember('mem_a', ['prj_a', 'prj_b'], filter, 100);
  }
  await store.tickets.countWaiting(100);
  await store.ticketFacets.recent(['prj_a'], 100);
  const texts = [...new Set(sent.filter(({ database }) => database === databaseOf(url)).map(({ text }) => text))];
  assert.ok(texts.length > 10, `${texts.length} statements`);
  for (const text of texts) {
    const reads = (await stepsOfSqlite(url, text)).filter((step) => /^(SEARCH|SCAN) ticket/.test(step));
    assert.ok(
      reads.length > 0 && reads.every((step) => step.includes('COVERING INDEX')),
      `${text}\n${reads.join('\n')}`,
    );
  }
});
