import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { databaseFile } from '../../src/store/database-url.ts';
import { openStore } from '../../src/store/store.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { connect } from '../helpers/postgres-nodes.ts';
import { databaseOf, watchStatements } from '../helpers/statements.ts';

/** For linked tickets, open answers, and tickets without an answer. */
const INDEXES = /ticket_known_issue|ticket_to_ask|ticket_linked|known_issue_answer_open|answered_ticket_skipped/;

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: the page of a known issue and the job of answers read only what belongs to them`, async (t) => {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'tool' });
    t.after(() => store.close());
    await store.migrate();
    const sent = watchStatements(t);
    await store.issueReports.facts('kni_a');
    await store.issueReports.days('kni_a', 1);
    await store.knownIssueAnswers.unanswered('ans_a', 'tkt_a', 10);
    await store.knownIssueAnswers.subjects('kni_a', ['tkt_a', 'tkt_b']);
    await store.knownIssueAnswers.due(1, 'prj_a');
    const texts = sent.filter(({ database }) => database === databaseOf(url)).map(({ text }) => text);
    assert.equal(texts.length, 5);
    if (engine === 'sqlite') {
      const db = new DatabaseSync(databaseFile(url) ?? '');
      t.after(() => db.close());
      for (const text of texts) {
        const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
        const reads = steps
          .map(({ detail }) => String(detail))
          .filter((step) => /(ticket|answer) USING|SCAN \w/.test(step));
        const own = reads.filter((step) => !/^SCAN (newest|json_each|\(subquery)/.test(step));
        assert.ok(own.length > 0 && own.every((step) => INDEXES.test(step)), `${text}\n${own.join('\n')}`);
      }
      return;
    }
    const client = await connect(t, url);
    // Empty tables are faster to read without an index.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    for (const text of texts) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, INDEXES, text);
      assert.doesNotMatch(plan, /Seq Scan/, text);
    }
  });
}
