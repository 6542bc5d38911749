import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  aPlayer,
  aTicket,
  block,
  createTicket,
  listTickets,
  mergeTicket,
  type Player,
  playerReply,
  seenPlayer,
  setStatus,
  team,
  teamReply,
  unmergeTicket,
} from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { fileAfter } from '../helpers/cleanup.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { lockRows, type Node, startNodes } from '../helpers/postgres-nodes.ts';

// Two requests on two nodes in a chosen order; `races.test.ts` leaves it to chance.

const databaseUrl = await postgresSchema(fileAfter);
// A slow machine must not end the wait for a row.
const settings = { DATABASE_STATEMENT_SECONDS: '60' };
const [here, there] = (await startNodes(fileAfter, 2, databaseUrl, settings)) as [Node, Node];

/** Lets two requests wait for a player's row. PostgreSQL runs them in this order. */
async function inOrder(
  t: TestContext,
  first: () => Promise<Reply>,
  second: () => Promise<Reply>,
): Promise<[Reply, Reply]> {
  const rows = await lockRows(t, { databaseUrl }, 'player');
  const one = first();
  await rows.waitFor(1);
  const two = second();
  await rows.waitFor(2);
  await rows.release();
  return Promise.all([one, two]);
}

/** The second request comes first unless `isInOrder`. Returns the first response first. */
async function inChosenOrder(
  t: TestContext,
  isInOrder: boolean,
  first: () => Promise<Reply>,
  second: () => Promise<Reply>,
): Promise<[Reply, Reply]> {
  if (isInOrder) return inOrder(t, first, second);
  const [two, one] = await inOrder(t, second, first);
  return [one, two];
}

const seenTicket = async (id: string) => (await team(there, 'GET', `/tickets/${id}`)).body;

async function texts(id: string): Promise<string[]> {
  return (await seenTicket(id)).messages.map(({ message }: { message: string }) => message);
}

async function assertOpenTickets(player: Player, open: number): Promise<void> {
  assert.equal((await seenPlayer(there, player.id)).openTickets, open);
}

test('a reply before a closing is in the ticket, and one after it is refused', async (t) => {
  for (const isReplyFirst of [true, false]) {
    const player = await aPlayer(here);
    const id = await aTicket(here, player);
    const before = (await texts(id)).length;
    const reply = () => playerReply(here, player, id, 'In time?');
    const close = () => setStatus(there, id, 'closed');
    const [sent, closed] = await inChosenOrder(t, isReplyFirst, reply, close);
    assert.equal(closed.status, 200);
    assert.equal(sent.status, isReplyFirst ? 200 : 409, sent.text);
    if (!isReplyFirst) assert.equal(sent.body.type, '/problems/ticket-closed');
    assert.equal((await texts(id)).length, before + (isReplyFirst ? 1 : 0));
    assert.equal((await seenTicket(id)).status, 'closed');
    await assertOpenTickets(player, 0);
  }
});

test('a reply after a ticket was resolved opens it again, and one before it does not', async (t) => {
  for (const isReplyFirst of [true, false]) {
    const player = await aPlayer(here);
    const id = await aTicket(here, player);
    const reply = () => playerReply(here, player, id, 'One more thing');
    const resolve = () => setStatus(there, id, 'resolved');
    for (const { status, text } of await inChosenOrder(t, isReplyFirst, reply, resolve))
      assert.equal(status, 200, text);
    assert.equal((await seenTicket(id)).status, isReplyFirst ? 'resolved' : 'open');
    assert.equal((await texts(id)).at(-1), 'One more thing');
    await assertOpenTickets(player, 1);
  }
});

test('an answer of the team before a closing leaves the ticket closed, and one after it opens it again', async (t) => {
  for (const isAnswerFirst of [true, false]) {
    const player = await aPlayer(here);
    const id = await aTicket(here, player);
    const answer = () => teamReply(here, id, 'An answer');
    const close = () => setStatus(there, id, 'closed');
    const replies = await inChosenOrder(t, isAnswerFirst, answer, close);
    for (const { status, text } of replies) assert.ok(status < 300, text);
    assert.equal((await seenTicket(id)).status, isAnswerFirst ? 'closed' : 'pending');
    await assertOpenTickets(player, isAnswerFirst ? 0 : 1);
  }
});

test('a ticket that is created before a block needs no attention, and one after it is refused', async (t) => {
  for (const isTicketFirst of [true, false]) {
    const player = await aPlayer(here);
    const create = () => createTicket(here, player);
    const blocking = () => block(there, player);
    const [created, blocked] = await inChosenOrder(t, isTicketFirst, create, blocking);
    assert.equal(blocked.status, 200, blocked.text);
    assert.equal(created.status, isTicketFirst ? 201 : 409, created.text);
    if (!isTicketFirst) assert.equal(created.body.type, '/problems/player-blocked');
    await assertOpenTickets(player, isTicketFirst ? 1 : 0);
    const queue = async (view: string) =>
      (await team(there, 'GET', `/tickets?projectId=${player.project.id}&view=${view}`)).body.tickets.length;
    assert.deepEqual([await queue('attention'), await queue('all')], [0, isTicketFirst ? 1 : 0]);
  }
});

test('a ticket that is created after the end of a block needs attention, and one before it is refused', async (t) => {
  for (const isTicketFirst of [true, false]) {
    const player = await aPlayer(here);
    await block(here, player);
    const create = () => createTicket(here, player);
    const unblock = () => block(there, player, false);
    const [created, unblocked] = await inChosenOrder(t, isTicketFirst, create, unblock);
    assert.equal(unblocked.status, 200, unblocked.text);
    assert.equal(created.status, isTicketFirst ? 409 : 201, created.text);
    const { body } = await team(there, 'GET', `/tickets?projectId=${player.project.id}&view=attention`);
    assert.equal(body.tickets.length, isTicketFirst ? 0 : 1);
  }
});

test('a merge before its undo is undone, and one after it stays', async (t) => {
  for (const isMergeFirst of [true, false]) {
    const player = await aPlayer(here);
    const [source, target] = [await aTicket(here, player), await aTicket(here, player)];
    const merge = () => mergeTicket(here, source, target);
    const undo = () => unmergeTicket(there, source);
    const [merged, undone] = await inChosenOrder(t, isMergeFirst, merge, undo);
    assert.equal(merged.status, 200, merged.text);
    assert.equal(undone.status, 200, undone.text);
    assert.equal((await seenTicket(source)).mergedInto, isMergeFirst ? null : target);
    await assertOpenTickets(player, isMergeFirst ? 2 : 1);
  }
});

test('a reply before a merge moves with its ticket, and one after it goes to the other ticket', async (t) => {
  for (const isReplyFirst of [true, false]) {
    const player = await aPlayer(here);
    const [source, target] = [await aTicket(here, player), await aTicket(here, player)];
    const reply = () => playerReply(here, player, source, 'Once.');
    const merge = () => mergeTicket(there, source, target);
    const replies = await inChosenOrder(t, isReplyFirst, reply, merge);
    for (const { status, text } of replies) assert.equal(status, 200, text);
    const shown = (await seenTicket(target)).messages.filter(({ message }: { message: string }) => message === 'Once.');
    assert.deepEqual(
      shown.map(({ ticketId }: { ticketId: string }) => ticketId),
      [isReplyFirst ? source : target],
    );
    await assertOpenTickets(player, 1);
    const undone = await unmergeTicket(here, source);
    assert.equal(undone.status, 200, undone.text);
    assert.equal((await texts(isReplyFirst ? source : target)).includes('Once.'), true);
    assert.equal((await texts(isReplyFirst ? target : source)).includes('Once.'), false);
    await assertOpenTickets(player, 2);
  }
});

test('of two merges in opposite directions the first one succeeds', async (t) => {
  const player = await aPlayer(here);
  const [one, other] = [await aTicket(here, player), await aTicket(here, player)];
  const replies = await inOrder(
    t,
    () => mergeTicket(here, one, other),
    () => mergeTicket(there, other, one),
  );
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 409],
  );
  assert.equal((await seenTicket(one)).mergedInto, other);
  assert.equal((await seenTicket(other)).mergedInto, null);
  await assertOpenTickets(player, 1);
});

test('at ten open tickets, one that is created after a merge succeeds, and one before it is refused', async (t) => {
  for (const isMergeFirst of [true, false]) {
    const player = await aPlayer(here);
    const ids: string[] = [];
    for (let open = 0; open < 10; open++) ids.push(await aTicket(here, player));
    const [source = '', target = ''] = ids;
    const merge = () => mergeTicket(here, source, target);
    const create = () => createTicket(there, player);
    const [merged, created] = await inChosenOrder(t, isMergeFirst, merge, create);
    assert.equal(merged.status, 200, merged.text);
    assert.equal(created.status, isMergeFirst ? 201 : 409, created.text);
    await assertOpenTickets(player, isMergeFirst ? 10 : 9);
    assert.equal((await listTickets(here, player)).body.tickets.length, isMergeFirst ? 10 : 9);
  }
});
