import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aMember, aPlayer, aProject, aTicket, setStatus, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { copyTicket } from '../../../helpers/ticket-copies.ts';

const CAP = 20_000;
/** How long counts may miss changes made elsewhere. */
const CACHED_MS = 1000;
const exactly = (count: number) => ({ count, capped: false });
const more = { count: CAP, capped: true };

test('a view counts 20,000 tickets; with one more, it only says that there are more', async (t) => {
  const server = await startServer(t);
  const counts = async (query = '') => {
    server.clock.advance(CACHED_MS);
    return (await team(server, 'GET', `/tickets/counts${query}`)).body;
  };
  const [project, other] = [await aProject(server), await aProject(server)];
  const ticket = await aTicket(server, await aPlayer(server, project));
  await copyTicket(server.databaseUrl, ticket, CAP - 1);
  const full = exactly(CAP);
  const none = exactly(0);
  assert.deepEqual(await counts(), {
    attention: full,
    mine: none,
    unassigned: full,
    open: full,
    pending: none,
    snoozed: none,
    resolved: none,
    closed: none,
    all: full,
    held: none,
  });

  await copyTicket(server.databaseUrl, ticket, 1);
  const over = {
    attention: more,
    mine: none,
    unassigned: more,
    open: more,
    pending: none,
    snoozed: none,
    resolved: none,
    closed: none,
    all: more,
    held: none,
  };
  assert.deepEqual(await counts(), over);
  assert.deepEqual(await counts(`?projectId=${project.id}`), over);
  assert.deepEqual((await counts(`?projectId=${other.id}`)).all, none);
});

test('the cap holds for the sum of projects and of statuses, and for the own tickets of a member', async (t) => {
  const server = await startServer(t);
  const { databaseUrl } = server;
  const member = await aMember(server);
  const counts = async (query = '') => {
    server.clock.advance(CACHED_MS);
    return (await member.call('GET', `/tickets/counts${query}`)).body;
  };
  const [project, other] = [await aProject(server), await aProject(server)];
  const [first, second] = [
    await aTicket(server, await aPlayer(server, project)),
    await aTicket(server, await aPlayer(server, other)),
  ];
  for (const id of [first, second]) {
    assert.equal((await setStatus(server, id, 'pending')).status, 200);
    assert.equal((await member.call('PATCH', `/tickets/${id}`, { assigneeId: member.id })).status, 200);
  }
  await copyTicket(databaseUrl, first, CAP / 2 - 1);
  await copyTicket(databaseUrl, second, CAP / 2 - 1);
  let { mine, pending, all, unassigned } = await counts();
  assert.deepEqual([mine, pending, all, unassigned], [exactly(CAP), exactly(CAP), exactly(CAP), exactly(0)]);

  await copyTicket(databaseUrl, second, 1, { status: `'closed'` });
  ({ mine, pending, all } = await counts());
  assert.deepEqual([mine, pending, all], [exactly(CAP), exactly(CAP), more]);
  assert.deepEqual((await counts(`?projectId=${other.id}`)).all, exactly(CAP / 2 + 1));

  // Above a status's cap, unassigned tickets are not searched.
  await copyTicket(databaseUrl, second, CAP / 2 + 1);
  ({ mine, pending, unassigned } = await counts());
  assert.deepEqual([mine, pending, unassigned], [more, more, { count: 0, capped: true }]);
});
