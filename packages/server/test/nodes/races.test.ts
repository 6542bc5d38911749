import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ANNOUNCEMENT_LOCK_SECONDS } from '@player-support/contract/limits';
import {
  anAnnouncement,
  aPlayer,
  aTicket,
  block,
  createTicket,
  directMessage,
  eventually,
  identify,
  listTickets,
  markRead,
  mergeTicket,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  setStatus,
  team,
  teamReply,
  unmergeTicket,
} from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { fileAfter as t } from '../helpers/cleanup.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { type Node, startNodes, times } from '../helpers/postgres-nodes.ts';
import { rounds } from '../helpers/rounds.ts';

// In a round, requests reach the database in random order. See `race-orders.test.ts`.
const ROUNDS = rounds(16);
/** Each sends many requests. */
const MERGE_ROUNDS = rounds(8);

const nodes = await startNodes(t, 2, await postgresSchema(t));

/** Requests to `node(0)` and `node(1)` share only the database. */
function node(index: number): Node {
  const chosen = nodes[index % nodes.length];
  if (chosen === undefined) throw new Error('no nodes');
  return chosen;
}

function withStatus(replies: readonly Reply[], status: number): Reply[] {
  return replies.filter((reply) => reply.status === status);
}

/** They must equal the player's open tickets and unread replies. */
async function assertCounts(player: Player): Promise<void> {
  const { tickets } = (await listTickets(node(0), player)).body;
  const open = tickets.filter(({ status }: { status: string }) => status !== 'closed');
  assert.equal((await seenPlayer(node(1), player.id)).openTickets, open.length);
  for (const { id, unreadCount } of tickets) {
    const { messages } = (await team(node(0), 'GET', `/tickets/${id}`)).body;
    const unread = messages.filter(
      ({ authorType, readAt }: { authorType: string; readAt: string | null }) =>
        authorType === 'admin' && readAt === null,
    );
    assert.equal(unreadCount, unread.length);
  }
}

test('50 concurrent creates with nine open tickets, on two nodes: exactly one 201', async () => {
  const player = await aPlayer(node(0));
  for (let open = 0; open < 9; open++) await aTicket(node(open), player);
  for (let round = 0; round < ROUNDS; round++) {
    const replies = await Promise.all(times(50, (index) => createTicket(node(index), player)));
    const [winner, ...others] = withStatus(replies, 201);
    assert.ok(winner !== undefined && others.length === 0, `round ${round}: ${others.length + 1} tickets`);
    const refused = withStatus(replies, 409).filter(({ body }) => body.type === '/problems/open-ticket-limit');
    assert.equal(refused.length, 49, `round ${round}`);
    assert.equal((await seenPlayer(node(0), player.id)).openTickets, 10);
    assert.equal((await setStatus(node(round), winner.body.ticketId, 'closed')).status, 200);
  }
});

test('32 concurrent identifies of one installation, on two nodes: one player and one valid token', async () => {
  const { project } = await aPlayer(node(0));
  for (let round = 0; round < ROUNDS; round++) {
    const installationId = `at-once-${round}`;
    const replies = await Promise.all(times(32, (index) => identify(node(index), project, { installationId })));
    assert.equal(withStatus(replies, 200).length, 32, `round ${round}`);
    assert.equal(new Set(replies.map(({ body }) => body.playerId)).size, 1);
    const uses = await Promise.all(
      replies.map(({ body }, index) => {
        const player = { id: body.playerId, token: body.playerAccessToken, installationId, project };
        // Half of the tokens are used on the other node.
        return poll(node(index + (index < 16 ? 0 : 1)), player);
      }),
    );
    assert.deepEqual([withStatus(uses, 200).length, withStatus(uses, 401).length], [1, 31], `round ${round}`);
  }
});

test('concurrent requests with one Idempotency-Key, on two nodes: one ticket, one reply, and equal responses', async () => {
  const { project } = await aPlayer(node(0));
  for (let round = 0; round < ROUNDS; round++) {
    const player = await aPlayer(node(round), project);
    const headers = { 'idempotency-key': `key-${round}` };
    const created = await Promise.all(times(6, (index) => createTicket(node(index), player, {}, { headers })));
    assert.deepEqual([withStatus(created, 201).length, new Set(created.map(({ text }) => text)).size], [6, 1]);
    const path = `/api/v1/tickets/${created[0]?.body.ticketId}/messages`;
    const options = { token: player.token, body: { message: 'Once.' }, headers };
    const replied = await Promise.all(times(6, (index) => node(index).call('POST', path, options)));
    assert.deepEqual([withStatus(replied, 200).length, new Set(replied.map(({ text }) => text)).size], [6, 1]);
    const { tickets } = (await listTickets(node(0), player)).body;
    assert.equal(tickets.length, 1, `round ${round}`);
    const seen = await team(node(1), 'GET', `/tickets/${tickets[0].id}`);
    assert.equal(seen.body.messages.length, 2, `round ${round}`);
  }
});

test('concurrent mark-reads of a message, on two nodes, return one readAt', async () => {
  const player = await aPlayer(node(0));
  for (let round = 0; round < ROUNDS; round++) {
    const id = round % 20 === 0 ? await anAnnouncement(node(0), player.project) : await directMessage(node(0), player);
    const replies = await Promise.all(times(8, (index) => markRead(node(index), player, id)));
    const readAt = new Set(replies.map(({ status, body }) => `${status} ${body.readAt}`));
    assert.equal(readAt.size, 1, [...readAt].join());
    // An announcement reaches the other node a moment later.
    await eventually(async () => {
      const { messages } = (await poll(node(1), player)).body;
      const shown = messages.find((message: { id: string }) => message.id === id);
      if (shown !== undefined) assert.deepEqual([...readAt], [`200 ${shown.readAt}`]);
      return shown !== undefined;
    });
  }
});

test('replies during closing on the other node: the ticket has exactly the accepted ones, and counts are right', async () => {
  const { project } = await aPlayer(node(0));
  for (let round = 0; round < ROUNDS; round++) {
    const player = await aPlayer(node(round), project);
    const ticketId = await aTicket(node(round), player);
    const status = round % 2 === 0 ? 'closed' : 'resolved';
    const hasTeamReplies = round % 4 < 2;
    const closing = round % 8;
    const outcomes = await Promise.all(
      times(8, async (index) => {
        if (index === closing) return { reply: await setStatus(node(1), ticketId, status), text: undefined };
        if (hasTeamReplies && index % 3 === 0) {
          return { reply: await teamReply(node(index), ticketId, `Answer ${index}`), text: `Answer ${index}` };
        }
        return { reply: await playerReply(node(0), player, ticketId, `Reply ${index}`), text: `Reply ${index}` };
      }),
    );
    const accepted = outcomes.filter(({ reply, text }) => reply.status < 300 && text !== undefined);
    const ticket = (await team(node(1), 'GET', `/tickets/${ticketId}`)).body;
    const written = ticket.messages.slice(1).map(({ message }: { message: string }) => message);
    assert.deepEqual(written.toSorted(), accepted.map(({ text }) => text).toSorted(), `round ${round}`);
    for (const { reply } of outcomes) {
      assert.ok(reply.status < 300 || reply.body.type === '/problems/ticket-closed', reply.text);
    }
    await assertCounts(player);
  }
});

test('blocking during writes of the player and the team, on two nodes: a ticket needs attention if the player is not blocked', async () => {
  const { project } = await aPlayer(node(0));
  for (let round = 0; round < ROUNDS; round++) {
    const player = await aPlayer(node(round), project);
    const pending = await aTicket(node(round), player);
    await setStatus(node(round), pending, 'pending');
    if (round % 2 === 1) await block(node(0), player);
    await Promise.all([
      block(node(round), player, round % 4 < 2),
      ...times(3, (index) => createTicket(node(index + 1), player)),
      playerReply(node(0), player, pending),
      directMessage(node(1), player, { canReply: true }),
      setStatus(node(1), pending, 'open'),
    ]);
    const { blocked } = await seenPlayer(node(0), player.id);
    assert.equal(blocked, round % 4 < 2);
    // The other node's cache is current a moment later.
    const list = async (view: string) => {
      const { body } = await team(node(round), 'GET', `/players/${player.id}/tickets`);
      const all: { id: string; status: string; playerBlocked: boolean }[] = body.tickets;
      assert.ok(
        all.every(({ playerBlocked }) => playerBlocked === blocked),
        `round ${round}`,
      );
      return all.filter(({ status }) => status === view);
    };
    const open = await list('open');
    const queue = async () => {
      const { body } = await team(node(round), 'GET', `/tickets?projectId=${project.id}&limit=100&sort=-waiting`);
      const waiting = body.tickets.filter(({ playerId }: { playerId: string }) => playerId === player.id);
      return waiting.length as number;
    };
    await eventually(async () => (await queue()) === (blocked ? 0 : open.length) || setTimeout(20, false));
    for (const { id } of await list('open')) await setStatus(node(0), id, 'closed');
  }
});

test('concurrent closes or reopens of a ticket, on two nodes, count once', async () => {
  const player = await aPlayer(node(0));
  const ticketId = await aTicket(node(0), player);
  for (let round = 0; round < ROUNDS; round++) {
    const status = round % 2 === 0 ? 'closed' : 'open';
    const replies = await Promise.all(times(8, (index) => setStatus(node(index), ticketId, status)));
    assert.equal(withStatus(replies, 200).length, 8);
    assert.equal((await seenPlayer(node(round), player.id)).openTickets, round % 2 === 0 ? 0 : 1, `round ${round}`);
  }
  const { messages } = (await poll(node(1), player)).body;
  assert.equal(messages.length, Math.min(50, Math.ceil(ROUNDS / 2)), 'one notice for each close');
});

test('merging during replies, reads and an undo, on two nodes: no message is lost, and counts are right', async () => {
  const { project } = await aPlayer(node(0));
  for (let round = 0; round < MERGE_ROUNDS; round++) {
    const player = await aPlayer(node(round), project);
    const [source, target] = [await aTicket(node(0), player), await aTicket(node(1), player)];
    for (const id of [source, target]) await teamReply(node(round), id);
    const read = (at: Node, id: string) => at.call('GET', `/api/v1/tickets/${id}`, { token: player.token });
    const replies = await Promise.all([
      playerReply(node(0), player, source, 'to the source 1'),
      mergeTicket(node(1), source, target),
      playerReply(node(1), player, source, 'to the source 2'),
      playerReply(node(0), player, target, 'to the target'),
      read(node(1), source),
      read(node(0), target),
      ...(round % 2 === 0 ? [unmergeTicket(node(0), source)] : []),
    ]);
    for (const { status, text } of replies) assert.equal(status, 200, text);
    const [own, other] = await Promise.all([source, target].map((id) => read(node(round), id)));
    const written = [own, other].map((reply) =>
      reply?.body.messages.map(({ message }: { message: string }) => message),
    );
    const isMerged = (await team(node(round), 'GET', `/tickets/${source}`)).body.mergedInto !== null;
    if (isMerged) assert.deepEqual(written[0], written[1], `round ${round}`);
    const texts: string[] = isMerged ? written[0] : written.flat();
    for (const text of ['to the source 1', 'to the source 2', 'to the target']) {
      assert.equal(texts.filter((one) => one === text).length, 1, `round ${round}: ${text}`);
    }
    const { tickets } = (await listTickets(node(round), player)).body;
    assert.equal(tickets.length, isMerged ? 1 : 2);
    for (const { status, unreadCount } of tickets) assert.deepEqual([status, unreadCount], ['open', 0]);
    assert.equal((await seenPlayer(node(1), player.id)).openTickets, tickets.length);
  }
});

test('concurrent merges in both directions and to a third ticket, on two nodes: one succeeds', async () => {
  const { project } = await aPlayer(node(0));
  for (let round = 0; round < MERGE_ROUNDS; round++) {
    const player = await aPlayer(node(round), project);
    const [a, b, c] = [await aTicket(node(0), player), await aTicket(node(1), player), await aTicket(node(0), player)];
    const pairs = [
      [a, b],
      [b, a],
      [a, c],
      [c, a],
    ] as const;
    const replies = await Promise.all(pairs.map(([from, into], index) => mergeTicket(node(index), from, into)));
    const merged = await Promise.all(
      [a, b, c].map(async (id) => (await team(node(round), 'GET', `/tickets/${id}`)).body.mergedInto as string | null),
    );
    const count = merged.filter((into) => into !== null).length;
    assert.equal(withStatus(replies, 200).length, count, `round ${round}`);
    // Only merging b and c into a can succeed twice.
    assert.ok(count === 1 || (count === 2 && merged[1] === a && merged[2] === a), `round ${round}: ${merged.join()}`);
    for (const { status, body } of replies) {
      const refusals = ['/problems/ticket-merged', '/problems/merge-refused'];
      assert.ok(status === 200 || (status === 409 && refusals.includes(body.type)), JSON.stringify(body));
    }
    for (const into of merged) assert.ok(into === null || merged[[a, b, c].indexOf(into)] === null, 'a chain');
    assert.equal((await seenPlayer(node(1), player.id)).openTickets, 3 - count);
  }
});

test('merging and creating at ten open tickets, on two nodes: never more than ten', async () => {
  const player = await aPlayer(node(0));
  const ids: string[] = [];
  for (let open = 0; open < 10; open++) ids.push(await aTicket(node(open), player));
  let target = ids.shift() ?? '';
  for (let round = 0; round < MERGE_ROUNDS; round++) {
    const source = ids.shift() ?? '';
    const merge = mergeTicket(node(round), source, target);
    const [merged, ...created] = await Promise.all([
      merge,
      ...times(4, (index) => createTicket(node(index), player)),
      // A finished merge has freed a place.
      merge.then(() => createTicket(node(round + 1), player)),
    ]);
    assert.equal(merged.status, 200, merged.text);
    const made = withStatus(created, 201);
    assert.equal(made.length, 1, `round ${round}`);
    ids.push(made[0]?.body.ticketId);
    assert.equal((await seenPlayer(node(round), player.id)).openTickets, 10);
    // Ten merged tickets are the most, and no place must become free.
    if (round % 4 === 3) {
      await setStatus(node(0), target, 'closed');
      target = await aTicket(node(0), player);
    }
  }
});

test('concurrent changes of one revision of an announcement, on two nodes: one succeeds', async () => {
  const { project } = await aPlayer(node(0));
  const id = await anAnnouncement(node(0), project, { startsAt: '2999-01-01T00:00:00Z' });
  const stored = async (index: number) =>
    (await team(node(index), 'GET', `/announcements?projectId=${project.id}`)).body.announcements[0];
  for (let round = 0; round < ROUNDS; round++) {
    const { revision } = await stored(round);
    const replies = await Promise.all(
      times(8, (index) =>
        team(node(index), 'PATCH', `/announcements/${id}`, { title: `Title ${round}.${index}`, revision }),
      ),
    );
    const [won, ...others] = withStatus(replies, 200);
    assert.ok(won !== undefined && others.length === 0, `round ${round}: ${others.length + 1} succeeded`);
    const refused = withStatus(replies, 409).filter(({ body }) => body.type === '/problems/announcement-changed');
    assert.equal(refused.length, 7, `round ${round}`);
    assert.deepEqual(await stored(round + 1), won.body);
  }
});

test('changes of announcements that are about to begin, on two nodes: every player sees the last one, from the start', async () => {
  const player = await aPlayer(node(0));
  const lock = ANNOUNCEMENT_LOCK_SECONDS * 1000;
  await Promise.all(
    times(20, async (index) => {
      // Starts differ, so that changes come just before and after the last moment.
      const startsAt = new Date(Date.now() + lock + 200 * index).toISOString();
      const id = await anAnnouncement(node(index), player.project, { startsAt, title: 'first' });
      let last = 'first';
      for (let count = 0, status = 200; status === 200; count++) {
        const title = `${id} ${count}`;
        const reply = await team(node(count), 'PATCH', `/announcements/${id}`, { title });
        ({ status } = reply);
        if (status === 200) last = title;
        else assert.equal(reply.body.type, '/problems/announcement-begun', reply.text);
      }
      const shown = async (at: Node) => {
        const { messages } = (await poll(at, player)).body;
        return messages.find((message: { id: string }) => message.id === id)?.title;
      };
      // A player who sees the announcement sees the last change, also in later polls.
      await eventually(async () => {
        const titles = await Promise.all(nodes.map(shown));
        for (const title of titles) assert.ok(title === undefined || title === last, `${title} instead of ${last}`);
        return titles.every((title) => title === last) || setTimeout(50, false);
      });
    }),
  );
});
