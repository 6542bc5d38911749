import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sortsOf, TICKET_VIEWS } from '@player-support/contract/enums';
import { budgetOf } from '../../src/operations/view-counts.ts';
import { databaseFile } from '../../src/store/database-url.ts';
import type { FilterTree } from '../../src/store/filter-tree.ts';
import type { QueueRequest } from '../../src/store/queue.ts';
import { openStore } from '../../src/store/store.ts';
import { type Engine, emptyDatabase } from '../helpers/databases.ts';
import { connect } from '../helpers/postgres-nodes.ts';
import { databaseOf, watchStatements } from '../helpers/statements.ts';

const after = { at: 1000, ticketId: 'tkt_a', priority: 2 };
/** Each project has its own targets, except that `prj_c` has those of `prj_a`. */
const project = (projectId: string) => ({ projectId, targets: projectId === 'prj_b' ? [4, 3, 2, 1] : [8, 6, 4, 2] });

const ANSWER = { name: 'device', text: 'pc' };

/** Nested, about what the indexes have. */
const WHERE: FilterTree = {
  any: [
    { field: 'type', isNot: true, values: ['bug', 'lag'], orNone: false },
    { field: 'tag', isNot: false, values: ['"vip"', '"press"'], orNone: false },
    {
      all: [
        { field: 'status', isNot: true, values: ['closed'], orNone: false },
        { field: 'platform', isNot: true, values: ['ios'], orNone: false },
        { field: 'appVersion', isNot: false, values: ['1', '2'], orNone: false },
        { field: 'locale', isNot: true, values: ['de'], orNone: false },
        { field: 'assignee', isNot: false, values: ['mem_a'], orNone: true },
        { field: 'priority', isNot: false, values: [2, 3], orNone: false },
        { field: 'project', isNot: true, values: ['prj_x'], orNone: false },
        { field: 'created_at', from: 1, to: 2000 },
      ],
    },
  ],
};
/** Nested, about what only rows have. */
const ROWS: readonly FilterTree[] = [
  { field: 'knownIssue', isNot: true, values: ['kni_a'], orNone: false },
  { field: 'account', isNot: false, values: [], orNone: false },
  { field: 'attention_since', to: 2000 },
];

/** Parts that change a page's SQL. */
const REQUESTS: readonly Partial<QueueRequest>[] = [
  {},
  { after },
  { filter: { from: 1, to: 2000 }, after },
  { filter: { assigneeId: 'mem_a' } },
  { filter: { type: 'bug', tag: 'vip', platform: 'ios' } },
  { filter: { priority: 1 }, after },
  { filter: { where: WHERE } },
  { filter: { type: 'bug', where: WHERE, from: 1, to: 2000 }, after },
  { filter: { answer: ANSWER } },
  { filter: { type: 'bug', answer: ANSWER, from: 1, to: 2000 }, after },
];

/** No index has the answers, so a search for one reads a few rows. */
const readsRows = (text: string) => /filter_(answers|player_id)|replace\("ticket"."answers"/.test(text);

async function stepsOfSqlite(url: string, text: string): Promise<string[]> {
  const db = new DatabaseSync(databaseFile(url) ?? '');
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
  db.close();
  return steps.map(({ detail }) => String(detail));
}

const READS_ALL: Record<Engine, RegExp> = {
  sqlite: /SCAN ticket|USE TEMP B-TREE FOR ORDER BY|MATERIALIZE examined/,
  postgres: /Seq Scan on ticket/,
};

/**
 * Lists sorts of more than limited parts of ranges. PostgreSQL cannot merge by priority, so it
 * sorts the ranges' rest. An incremental sort reads only what it returns.
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
        // A search reads only rows that it found.
        if (!text.includes('"examined"') || readsRows(text)) continue;
        const ranges = steps.filter((step) => step.startsWith('SEARCH ticket USING') && !step.includes('rowid='));
        assert.ok(ranges.length > 0 && ranges.every((step) => step.includes('COVERING INDEX')), ranges.join('\n'));
      }
      return;
    }
    const client = await connect(t, url);
    // Empty tables are faster to read without an index.
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
  test(`${engine}: a search for what is in no index reads at most 2500 tickets, and a count uses ranges of an index`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    const projects = ['prj_a', 'prj_b'].map(project);
    for (const filter of [{ answer: ANSWER }, ...ROWS.map((where) => ({ where }))]) {
      for (const view of TICKET_VIEWS) await store.queue.page({ view, projects, limit: 50, filter });
      await store.queueCounts.byStatus(['prj_a'], filter, budgetOf(filter));
    }
    const texts = [...new Set(sent.filter(({ database }) => database === databaseOf(url)).map(({ text }) => text))];
    const searches = texts.filter((text) => text.includes('matches') || text.includes('"examined"'));
    assert.ok(searches.length >= 12, `${searches.length} statements`);
    for (const text of searches) {
      const limits = [...text.matchAll(/limit (\d+)/gi)].map(([, limit]) => Number(limit));
      assert.ok(limits.length > 0 && Math.max(...limits) <= 5000, text);
      if (text.includes('"ends"')) assert.ok(Math.max(...limits) <= 2500, text);
      if (engine === 'sqlite') {
        const reads = (await stepsOfSqlite(url, text)).filter((step) => /^(SEARCH|SCAN) ticket/.test(step));
        assert.ok(reads.length > 0 && reads.every((step) => step.startsWith('SEARCH ticket USING')), reads.join('\n'));
      }
    }
  });
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: the tickets with tags are read in the order of an index that has no others`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    await store.taggedTickets.page('prj_a', { projectId: 'prj_a', ticketId: 'tkt_a' }, 100);
    const [text = ''] = sent.filter(({ database }) => database === databaseOf(url)).map((one) => one.text);
    if (engine === 'sqlite') {
      const steps = await stepsOfSqlite(url, text);
      assert.equal(steps.length, 1, steps.join('\n'));
      assert.match(steps[0] ?? '', /^SEARCH ticket USING COVERING INDEX ticket_tagged \(/);
      return;
    }
    const client = await connect(t, url);
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Index Scan using ticket_tagged on ticket/);
    assert.doesNotMatch(plan, /Sort/);
  });
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: the radar reads counters of players in the order of an index that has no others`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    await store.radarCounts.firstHourOfPlayers('prj_a', 0, 9);
    await store.radarCounts.sumsOf({ projectId: 'prj_a', hour: 1 }, () => 0);
    await store.transaction((tx) => tx.radarCounts.removePlayers('prj_a', 1));
    const ofPlayers = sent.filter((one) => one.database === databaseOf(url) && one.text.includes("<> '*'"));
    assert.equal(ofPlayers.length, 3);
    await store.radarCounts.ofHours('prj_a', 1, 3);
    await store.radarCounts.isFolded('prj_a', 1);
    await store.radarCounts.oldestHour('prj_a');
    await store.radarCounts.removeHour('prj_a', 1);
    const ofAll = sent.filter((one) => one.database === databaseOf(url) && one.text.includes('"player_id" = \'*\''));
    assert.equal(ofAll.length, 4);
    const client = engine === 'postgres' ? await connect(t, url) : undefined;
    await client?.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
    const planOf = async (text: string) => {
      if (client === undefined) return (await stepsOfSqlite(url, text)).join('\n');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    for (const { text } of ofPlayers) {
      const plan = await planOf(text);
      assert.match(plan, /COVERING INDEX radar_count_series|Index Only Scan using radar_count_series/, plan);
      assert.doesNotMatch(plan, /TEMP B-TREE|Sort/, plan);
      // Counters begin where the last ones ended.
      const fromThere = /AND \(+(ROW\()?build, ?platform, ?type, ?player_id\) ?>/;
      if (text.includes('lastPlayer')) assert.match(plan, fromThere);
    }
    for (const { text } of ofAll) {
      const plan = await planOf(text);
      assert.match(plan, /sqlite_autoindex_radar_count_1 \(player_id=\? AND project_id=\?|radar_count_pkey/, plan);
      assert.doesNotMatch(plan, /TEMP B-TREE|Sort/, plan);
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

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: the SQL has a nested filter once, for any number of projects`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    /** Measures the statements of a page, a count and a member's count. */
    const lengths = async (projectCount: number, values: number): Promise<number[]> => {
      const ids = Array.from({ length: projectCount }, (_, index) => `prj_${index}`);
      const list = (field: 'tag' | 'platform') =>
        ({ field, isNot: true, values: Array.from({ length: values / 2 }, (_, n) => `${n}`), orNone: false }) as const;
      const filter = { where: { any: [list('tag'), list('platform')] } };
      const from = sent.length;
      await store.queue.page({ view: 'open', projects: ids.map(project), limit: 50, filter });
      await store.queueCounts.byStatus(ids, filter, { perRange: 10, total: 1000 }, ['open']);
      await store.queueCounts.ofMember('mem_a', ids, filter, 10);
      const own = sent.slice(from).filter(({ database }) => database === databaseOf(url));
      return own.map(({ text }) => text.length);
    };
    const ofValues = async (projects: number) => {
      const [few, many] = [await lengths(projects, 20), await lengths(projects, 80)];
      return many.map((length, index) => length - (few[index] ?? assert.fail()));
    };
    const [one, hundred] = [await ofValues(1), await ofValues(50)];
    assert.equal(one.length, 3);
    for (const [index, length] of hundred.entries()) {
      // PostgreSQL's parameter numbers are longer.
      assert.ok(length < 2 * (one[index] ?? 0), `statement ${index}: ${length}, and ${one[index]} for one project`);
    }
    const counts = sent.filter(({ text }) => text.includes('json_build_array') || text.includes('json_array('));
    assert.deepEqual(new Set(counts.map(({ text }) => text)).size, 2, 'the same for any number of projects');
  });
}
