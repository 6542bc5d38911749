import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  directMessage,
  getTicket,
  listTickets,
  mergeTicket,
  type Player,
  playerReply,
  poll,
  setStatus,
  team,
  teamNote,
  teamReply,
  updateProject,
} from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const viewsOf = async (server: TestServer) => {
  const body: Record<string, { count: number }> = (await team(server, 'GET', '/tickets/counts')).body;
  return Object.fromEntries(Object.entries(body).map(([view, { count }]) => [view, count]));
};

/** Reads what players see, not ids and times. */
async function seenBy(server: TestServer, player: Player, ticketId: string) {
  const withoutIds = (text: string) => text.replaceAll(/(tkt|msg)_[0-9a-v]+|(?<=nextPollAfterSeconds":)\d+/g, '$1');
  const [list, ticket, inbox] = [
    await listTickets(server, player),
    await getTicket(server, player, ticketId),
    await poll(server, player),
  ];
  return [list, ticket, inbox].map(({ status, text }) => [status, withoutIds(text)]);
}

suite('held tickets', () => {
  test('their player sees the same as without a storm', async (t) => {
    const server = await startServer(t);
    const [calm, stormy] = [await aProject(server), await aProject(server)];
    assert.equal((await updateProject(server, stormy, { stormMode: 'on' })).status, 200);
    const seen = [];
    for (const project of [calm, stormy]) {
      const player = await aPlayer(server, project);
      const created = await createTicket(server, player);
      const id = created.body.ticketId;
      const { ticketId: _id, ...body } = created.body;
      const steps = [[created.status, Object.keys(created.body), body], await seenBy(server, player, id)];
      const { status, body: reply } = await playerReply(server, player, id);
      steps.push([status, Object.keys(reply), reply.status], await seenBy(server, player, id));
      seen.push(steps);
    }
    assert.deepEqual(seen[1], seen[0]);
  });

  test('the team sees them in no view but `held`, also after a reply', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await updateProject(server, project, { stormMode: 'on' });
    const player = await aPlayer(server, project);
    const id = await aTicket(server, player);
    await playerReply(server, player, id);
    const active = { attention: 0, mine: 0, unassigned: 0, open: 0, pending: 0, snoozed: 0 };
    const none = { ...active, resolved: 0, closed: 0, all: 0 };
    assert.deepEqual(await viewsOf(server), { ...none, held: 1 });
    for (const view of Object.keys(none)) {
      assert.deepEqual((await team(server, 'GET', `/tickets?view=${view}`)).body.tickets, [], view);
    }
    const [ticket] = (await team(server, 'GET', '/tickets?view=held')).body.tickets;
    assert.deepEqual([ticket.id, ticket.held, ticket.status, ticket.attentionSince], [id, true, 'open', null]);
    const details = (await team(server, 'GET', `/tickets/${id}`)).body;
    assert.deepEqual([details.held, details.messages.length], [true, 2]);
    const member = await aMember(server, 'agent');
    assert.deepEqual((await member.call('GET', '/account/news?kinds=new_ticket')).body.news, []);
  });

  test('switching the mode off or on keeps them', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await updateProject(server, project, { stormMode: 'on' });
    await aTicket(server, await aPlayer(server, project));
    for (const stormMode of ['off', 'automatic', 'on']) {
      const { body } = await updateProject(server, project, { stormMode });
      assert.deepEqual([body.stormMode, body.holdingSince !== null], [stormMode, stormMode === 'on']);
      assert.equal((await viewsOf(server)).held, 1);
    }
    await updateProject(server, project, { stormMode: 'off' });
    await aTicket(server, await aPlayer(server, project));
    assert.equal((await viewsOf(server)).attention, 1);
  });

  test('tickets of players with a history are never held: those of yesterday, and those to whom the team wrote', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const [old, answered, written] = [
      await aPlayer(server, project),
      await aPlayer(server, project),
      await aPlayer(server, project),
    ];
    server.clock.advance(DAY - 1);
    const young = await aPlayer(server, project);
    await teamReply(server, await aTicket(server, answered));
    await directMessage(server, written);
    await updateProject(server, project, { stormMode: 'on' });
    server.clock.advance(1);
    const recent = await aPlayer(server, project);
    const before = (await viewsOf(server)).all ?? 0;
    for (const player of [old, answered, written]) await aTicket(server, player);
    assert.equal((await viewsOf(server)).all, before + 3);
    for (const player of [young, recent]) await aTicket(server, player);
    assert.deepEqual([(await viewsOf(server)).all, (await viewsOf(server)).held], [before + 3, 2]);
  });

  test('409: the team changes nothing in a held ticket', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    const open = await aTicket(server, player);
    await updateProject(server, project, { stormMode: 'on' });
    const id = await aTicket(server, player);
    for (const [reply, code] of [
      [await teamReply(server, id), 'ticket-held'],
      [await teamNote(server, id), 'ticket-held'],
      [await setStatus(server, id, 'closed'), 'ticket-held'],
      [await mergeTicket(server, id, open), 'ticket-held'],
      [await mergeTicket(server, open, id), 'merge-refused'],
    ] as const) {
      assert.deepEqual([reply.status, reply.body.type], [409, `/problems/${code}`], reply.text);
    }
    const many = await team(server, 'PATCH', '/tickets', { ticketIds: [id, open], priority: 'low' });
    assert.deepEqual(many.body, { updated: [open], notFound: [], merged: [], held: [id], notSnoozed: [] });
    assert.equal((await team(server, 'GET', `/tickets/${id}`)).body.priority, 'normal');
  });
});
