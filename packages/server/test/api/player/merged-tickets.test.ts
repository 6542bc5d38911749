import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
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
  timePasses,
  unmergeTicket,
} from '../../helpers/builders.ts';
import type { Api, Reply } from '../../helpers/call.ts';
import { forgetEarlierEvents, openStream, receivedSoFar } from '../../helpers/event-streams.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { ticketChange } from '../../helpers/operation/change-feed.ts';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const texts = ({ body }: Reply) => body.messages.map(({ message }: { message: string }) => message);

/** The first is merged into the second. */
async function twoMerged(
  server: TestServer,
  fields: object = {},
  prepare: (ticketId: string) => Promise<unknown> = async () => undefined,
) {
  const player = await aPlayer(server);
  const source = await aTicket(server, player, { type: 'bug', subject: 'A', message: 'first of A' });
  server.clock.advance(1000);
  const target = await aTicket(server, player, { type: 'payment', subject: 'B', message: 'first of B', ...fields });
  server.clock.advance(1000);
  for (const id of [source, target]) await prepare(id);
  assert.equal((await mergeTicket(server, source, target)).status, 200);
  server.clock.advance(1000);
  return { player, source, target };
}

const listed = async (server: Api, player: Player) => (await listTickets(server, player)).body.tickets;

suite('merged tickets', { concurrency: true }, () => {
  test('the list has one of them, with the newest message of both', async (t) => {
    const server = await startServer(t);
    const { player, target } = await twoMerged(server);
    const [one, ...others] = await listed(server, player);
    assert.deepEqual([one.id, one.subject, one.status, one.lastMessageAt], [target, 'B', 'open', at(2000)]);
    assert.match(one.lastMessagePreview, /^“A” and “B” are now one ticket/);
    assert.equal(one.unreadCount, 0);
    assert.deepEqual(others, []);
  });

  test('a reply at the address of the first is told as a change of the other', async (t) => {
    const server = await startServer(t);
    const { player, source, target } = await twoMerged(server);
    const stream = await openStream(t, server);
    await forgetEarlierEvents(server, stream);
    assert.equal((await playerReply(server, player, source)).status, 200);
    const [events] = await receivedSoFar(server, player.project.id, [stream]);
    assert.deepEqual(events, [ticketChange(player.project, target)]);
  });

  test('when the player reads replies of both, the team is told about both', async (t) => {
    const server = await startServer(t);
    const { player, source, target } = await twoMerged(server, {}, (id) => teamReply(server, id, 'answer'));
    const stream = await openStream(t, server);
    await forgetEarlierEvents(server, stream);
    assert.equal((await getTicket(server, player, target)).status, 200);
    const [events = []] = await receivedSoFar(server, player.project.id, [stream]);
    assert.deepEqual(new Set(events), new Set([source, target].map((id) => ticketChange(player.project, id))));
  });

  test('both addresses have the conversation of both, which says that they were merged', async (t) => {
    const server = await startServer(t);
    const { player, source, target } = await twoMerged(server);
    await teamNote(server, target, 'secret');
    const reply = await teamReply(server, target, 'for both');
    const atTarget = await getTicket(server, player, target);
    const { messages, ...shown } = atTarget.body;
    assert.deepEqual(shown, { id: target, type: 'payment', subject: 'B', status: 'pending' });
    assert.deepEqual(
      messages.map(({ authorType, message, createdAt }: Reply['body']) => [authorType, message, createdAt]),
      [
        ['player', 'first of A', at(0)],
        ['player', 'first of B', at(1000)],
        ['system', '“A” and “B” are now one ticket. It has all messages of both tickets.', at(2000)],
        ['admin', 'for both', at(3000)],
      ],
    );
    assert.equal(messages[3].id, reply.body.messageId);
    assert.equal(messages[2].message, '“A” and “B” are now one ticket. It has all messages of both tickets.');
    const atSource = await getTicket(server, player, source);
    assert.deepEqual(atSource.body, { id: source, type: 'bug', subject: 'A', status: 'pending', messages });
  });

  test('the inbox says it once, in the language of the ticket, with the text of the project', async (t) => {
    const server = await startServer(t);
    const { player, target } = await twoMerged(server, { context: { locale: 'de-AT' } });
    const [message, ...others] = (await poll(server, player)).body.messages;
    assert.deepEqual([message.type, message.ticketId, message.title, others], ['ticket_status', target, 'B', []]);
    assert.match(message.body, /^„A“ und „B“ sind jetzt ein Ticket/);
    assert.ok(texts(await getTicket(server, player, target)).includes(message.body));

    const text = { title: 'Gemeinsam', body: '{{merged.subject}} > {{ticket.subject}} ({{project.name}})' };
    const notice = `/projects/${player.project.id}/notices/ticket-merged/de`;
    assert.equal((await team(server, 'PUT', notice, text)).status, 200);
    const third = await aTicket(server, player, { subject: '{{ticket.subject}}' });
    const merged = await mergeTicket(server, third, target);
    assert.equal(merged.status, 200, merged.text);
    // Not by its place: servers of this process share one order of ids, and have other clocks.
    const { messages } = (await poll(server, player)).body;
    const bodies = new Map(messages.map(({ title, body }: Record<string, string>) => [title, body]));
    assert.equal(bodies.get('Gemeinsam'), '{{ticket.subject}} > B (Game)');
  });

  test('a reply to either of them becomes a message of the other one, once per key, and waits for the team', async (t) => {
    const server = await startServer(t);
    const { player, source, target } = await twoMerged(server);
    await teamReply(server, target);
    const send = () =>
      server.call('POST', `/api/v1/tickets/${source}/messages`, {
        token: player.token,
        body: { message: 'from an old screen' },
        headers: { 'idempotency-key': 'one' },
      });
    const first = await send();
    assert.deepEqual([first.status, first.body.status], [200, 'open']);
    assert.equal((await send()).text, first.text);
    assert.equal((await playerReply(server, player, target, 'from the new one')).status, 200);
    for (const id of [source, target]) {
      const found = await getTicket(server, player, id);
      assert.equal(found.body.status, 'open');
      assert.deepEqual(texts(found).slice(-2), ['from an old screen', 'from the new one']);
    }
    const { status, attentionSince, messages } = (await team(server, 'GET', `/tickets/${target}`)).body;
    assert.deepEqual([status, attentionSince], ['open', at(3000)]);
    const written = messages.find(({ id }: Reply['body']) => id === first.body.messageId);
    assert.equal(written.ticketId, target);
  });

  test('a receipt from before the merge holds: the same message is not written again', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
    const send = () =>
      server.call('POST', `/api/v1/tickets/${source}/messages`, {
        token: player.token,
        body: { message: 'once' },
        headers: { 'idempotency-key': 'one' },
      });
    const first = await send();
    await mergeTicket(server, source, target);
    assert.equal((await send()).text, first.text);
    await unmergeTicket(server, source);
    assert.equal((await send()).text, first.text);
    const all = [...texts(await getTicket(server, player, source)), ...texts(await getTicket(server, player, target))];
    assert.equal(all.filter((text) => text === 'once').length, 1);
  });

  test('a reply to either of them is refused when the other one is closed', async (t) => {
    const server = await startServer(t);
    const { player, source, target } = await twoMerged(server);
    await setStatus(server, target, 'closed');
    for (const id of [source, target]) {
      assertProblem(await playerReply(server, player, id), 409, 'ticket-closed', `/api/v1/tickets/${id}/messages`);
    }
    assert.equal(texts(await getTicket(server, player, source)).length, 3);
  });

  test('they are one open ticket of ten', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) ids.push(await aTicket(server, player));
    const [source = '', target = ''] = ids;
    assertProblem(await createTicket(server, player), 409, 'open-ticket-limit', '/api/v1/tickets');
    await mergeTicket(server, source, target);
    assert.equal((await createTicket(server, player)).status, 201);
    assertProblem(await createTicket(server, player), 409, 'open-ticket-limit', '/api/v1/tickets');
    // The limit refuses neither undoing a merge nor opening a ticket again.
    assert.equal((await unmergeTicket(server, source)).status, 200);
    assert.equal((await listed(server, player)).length, 11);
  });

  test('a resolved one closes by itself, and the merged one stays with it', async (t) => {
    const server = await startServer(t);
    const { player, source, target } = await twoMerged(server);
    await setStatus(server, target, 'resolved');
    await timePasses(server, 8 * 86_400_000);
    for (const id of [source, target]) assert.equal((await getTicket(server, player, id)).body.status, 'closed');
    assert.equal((await unmergeTicket(server, source)).body.status, 'open');
  });

  test('a ticket that the team began is merged and separated with its first message', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await directMessage(server, player, { title: 'T', body: 'from the team', canReply: true });
    const [{ id: begun }] = await listed(server, player);
    server.clock.advance(1000);
    const own = await aTicket(server, player, { message: 'from the player' });
    for (const [source, target] of [
      [begun, own],
      [own, begun],
    ]) {
      server.clock.advance(1000);
      await mergeTicket(server, source, target);
      assert.deepEqual(texts(await getTicket(server, player, source)).slice(0, 2), [
        'from the team',
        'from the player',
      ]);
      await unmergeTicket(server, source);
      assert.deepEqual(texts(await getTicket(server, player, begun)), ['from the team']);
      assert.deepEqual(texts(await getTicket(server, player, own)), ['from the player']);
    }
  });
});
