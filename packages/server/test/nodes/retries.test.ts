import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aTicket, createTicket, playerReply, seenPlayer, team } from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { connect, LOCK_PLAYER, startNodes, times, withOptions, withParameters } from '../helpers/postgres-nodes.ts';

test('a statement that waits too long for a lock is a 503, and the connection still works', async (t) => {
  const name = `locked-${process.pid}`;
  const url = withParameters(await postgresSchema(t), { application_name: name });
  const [node] = await startNodes(t, 1, url, { DATABASE_STATEMENT_SECONDS: '1', DATABASE_POOL_SIZE: '2' });
  if (node === undefined) throw new Error('no node');
  const player = await aPlayer(node);
  const ticketId = await aTicket(node, player);
  const other = await connect(t, url);
  await other.query('BEGIN');
  await other.query(LOCK_PLAYER, [player.id]);
  const began = performance.now();
  assert.equal((await playerReply(node, player, ticketId)).status, 503);
  // After the setting's second.
  assert.ok(performance.now() - began > 900);
  // PostgreSQL must not continue the statement.
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = $1";
  assert.deepEqual((await other.query(waiting, [name])).rows, []);
  await other.query('ROLLBACK');
  assert.equal((await playerReply(node, player, ticketId)).status, 200);
  assert.equal((await team(node, 'GET', `/tickets/${ticketId}`)).body.messages.length, 2);
});

test('with serializable isolation, conflicts are retried, or get 503 and change nothing', async (t) => {
  const url = withOptions(await postgresSchema(t), '-c default_transaction_isolation=serializable');
  const nodes = await startNodes(t, 2, url);
  const node = (index: number) => {
    const chosen = nodes[index % 2];
    if (chosen === undefined) throw new Error('no node');
    return chosen;
  };
  const { project } = await aPlayer(node(0));
  const replies = new Map<number, number>();
  const count = ({ status }: Reply) => replies.set(status, (replies.get(status) ?? 0) + 1);
  for (let round = 0; round < 40; round++) {
    const player = await aPlayer(node(0), project);
    const ticketId = await aTicket(node(0), player);
    for (let open = 1; open < 9; open++) await aTicket(node(open), player);
    const outcomes = await Promise.all(
      times(6, async (index) => ({
        text: `Reply ${index}`,
        reply: await playerReply(node(index), player, ticketId, `Reply ${index}`),
        creation: await createTicket(node(index), player),
      })),
    );
    for (const { reply, creation } of outcomes) for (const one of [reply, creation]) count(one);
    const accepted = outcomes.filter(({ reply }) => reply.status === 200).map(({ text }) => text);
    const { messages } = (await team(node(1), 'GET', `/tickets/${ticketId}`)).body;
    const written = messages.slice(1).map(({ message }: { message: string }) => message);
    assert.deepEqual(written.toSorted(), accepted.toSorted(), `round ${round}`);
    const created = outcomes.filter(({ creation }) => creation.status === 201).length;
    assert.ok(created <= 1, `round ${round}: ${created} tickets beyond nine`);
    assert.equal((await seenPlayer(node(0), player.id)).openTickets, 9 + created);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(replies)));
  assert.deepEqual(
    [...replies.keys()].filter((status) => ![200, 201, 409, 503].includes(status)),
    [],
  );
  // Without retries, about half of the replies would be refused.
  assert.ok((replies.get(200) ?? 0) > 0.8 * 40 * 6);
});
