import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { aMember, aProject, eventually } from '../../helpers/builders.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { aLinkedTicket, anAnswer, answersAreSent, cancelAnswer, seenIssue } from '../../helpers/known-issues.ts';
import { connect } from '../../helpers/postgres-nodes.ts';
import { aMacro, aView } from '../../helpers/things.ts';

/** Locks the rows of a table. */
async function lockRows(t: TestContext, { databaseUrl }: TestServer, table: string) {
  const holder = await connect(t, databaseUrl);
  const observer = await connect(t, databaseUrl);
  await holder.query(`BEGIN; SELECT FROM ${table} FOR UPDATE`);
  const waiting = `SELECT DISTINCT pid FROM pg_locks
    WHERE relation = '${table}'::regclass AND pid IN (SELECT pid FROM pg_locks WHERE NOT granted)`;
  return {
    /** Resolves when so many transactions wait for the rows. */
    waitFor: (count: number) => eventually(async () => (await observer.query(waiting)).rows.length === count),
    release: () => holder.query('COMMIT'),
  };
}

test('two changes of different fields at the same time both stay, of a saved view and of a macro', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const owner = await aMember(server, 'owner');
  const things = {
    saved_view: ['views', await aView(server, owner), { base: 'open' }],
    macro: ['macros', await aMacro(server, await aProject(server)), { body: 'New' }],
  } as const;
  for (const [table, [path, id, other]] of Object.entries(things)) {
    const locked = await lockRows(t, server, table);
    const changes = [{ name: 'New' }, other];
    const replies = changes.map((change) => owner.call('PATCH', `/${path}/${id}`, change));
    await locked.waitFor(changes.length);
    await locked.release();
    for (const { status, text } of await Promise.all(replies)) assert.equal(status, 200, text);
    const rows = (await owner.call('GET', `/${path}`)).body[path];
    const [{ name, base, body }] = rows.filter((row: { id: string }) => row.id === id);
    assert.deepEqual({ name, ...('base' in other ? { base } : { body }) }, { name: 'New', ...other }, table);
  }
});

test('an answer to all tickets that is cancelled while the job begins to send it stays cancelled', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const { issueId } = await aLinkedTicket(server, await aProject(server));
  const answerId = await anAnswer(server, issueId);
  const locked = await lockRows(t, server, 'known_issue_answer');
  const cancelled = cancelAnswer(server, issueId, answerId);
  await locked.waitFor(1);
  const sent = answersAreSent(server);
  await locked.waitFor(2);
  await locked.release();
  assert.equal((await cancelled).status, 200);
  await sent;
  const [{ state, sent: count }] = (await seenIssue(server, issueId)).answers;
  assert.deepEqual([state, count], ['cancelled', 0]);
});
