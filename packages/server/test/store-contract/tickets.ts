import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import type { NoticeId } from '@player-support/contract/notices';
import { newTicketId } from '../../src/domain/ids.ts';
import type { TicketState, Transition } from '../../src/domain/ticket-transitions.ts';
import { DAY } from '../../src/domain/time.ts';
import type { Store } from '../../src/store/store.ts';
import type { TicketRow } from '../../src/store/tables.ts';
import { NEW_TICKET } from '../../src/store/tickets.ts';
import {
  aMessage,
  aProjectRow,
  MEMBER,
  messagesOf,
  playerRow,
  polled,
  same,
  setTicketStatus,
  storedPlayer,
  storedTicket,
  ticketRow,
} from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

async function setStatus(store: Store, playerId: string, ticketId: string, status: TicketStatus, now: number) {
  await setTicketStatus(store, await ticketRow(store, playerId, ticketId), status, now);
}

const PENDING: TicketState = { status: 'pending', attention_since: null, resolved_at: null };
const CLOSED: TicketState = { ...PENDING, status: 'closed' };

const stateOf = ({ status, attention_since, resolved_at }: TicketRow): TicketState => ({
  status,
  attention_since,
  resolved_at,
});

const change = (openTicketsChange: -1 | 0 | 1, notice: NoticeId | null, isRecorded: boolean) => ({
  openTicketsChange,
  notice,
  isRecorded,
});

export function ticketsContract(engine: string, open: OpenStore): void {
  test(`${engine}: a new ticket is open, waits for the team and has its first message`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId, { now: 7, message: ' Help \n me ', context: '{}' });
    const { message_id, ...row } = await ticketRow(store, playerId, ticketId);
    same(row, {
      ...NEW_TICKET,
      player_id: playerId,
      ticket_id: ticketId,
      number: 1,
      project_id: 'prj_a',
      type: 'bug',
      status: 'open',
      subject: 'Stuck',
      message: ' Help \n me ',
      context: '{}',
      last_message_preview: 'Help me',
      last_message_at: 7,
      message_count: 1,
      player_blocked: 0,
      unread_count: 0,
      attention_since: 7,
      resolved_at: null,
      created_at: 7,
      assignee_id: null,
      priority: 1,
      tags: null,
    });
    const messages = await messagesOf(store, playerId, ticketId);
    same(messages, [
      {
        player_id: playerId,
        ticket_id: ticketId,
        message_id,
        seq: 1,
        author_type: 'player',
        visibility: 'public',
        message: ' Help \n me ',
        created_at: 7,
        read_at: null,
        author_id: null,
        author_name: null,
      },
    ]);
  });

  test(`${engine}: a ticket is found only with its own player`, async (t) => {
    const store = await open(t);
    const [owner, other] = [await storedPlayer(store), await storedPlayer(store)];
    const ticketId = await storedTicket(store, owner);
    assert.equal(await store.tickets.byId(other, ticketId), undefined);
    assert.equal((await store.playerTickets.conversation({ id: other, tokenHash: '' }, ticketId))?.data, undefined);
    same(await messagesOf(store, other, ticketId), []);
    assert.equal(await store.tickets.addPlayerReply(aMessage(other, ticketId)), undefined);
    await store.tickets.addNote(aMessage(other, ticketId), MEMBER);
    await store.tickets.addTeamReply(aMessage(other, ticketId), MEMBER, PENDING);
    await store.tickets.markRead(other, [ticketId], 1);
    assert.equal((await messagesOf(store, owner, ticketId)).length, 1);
  });

  test(`${engine}: replies and notes change the columns of the ticket, and are stored in order`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId, { now: 10 });
    const look = async () => {
      const row = await ticketRow(store, playerId, ticketId);
      return [row.status, row.last_message_preview, row.last_message_at, row.unread_count, row.attention_since];
    };
    const message = (text: string, now: number) => aMessage(playerId, ticketId, { message: text, now });

    await store.tickets.addPlayerReply(message('More.', 20));
    same(await look(), ['open', 'More.', 20, 0, 10]);
    await store.tickets.addTeamReply(message('Jump.', 30), MEMBER, PENDING);
    await store.tickets.addTeamReply(message('Twice.', 40), MEMBER, PENDING);
    same(await look(), ['pending', 'Twice.', 40, 2, null]);
    await store.tickets.addNote(message('Known.', 50), MEMBER);
    same(await look(), ['pending', 'Twice.', 40, 2, null]);
    await store.tickets.addPlayerReply(message('Thanks.', 60));
    same(await look(), ['pending', 'Thanks.', 60, 2, null]);

    const all = await messagesOf(store, playerId, ticketId);
    same(
      all.map((row) => [row.seq, row.author_type, row.visibility, row.message, row.created_at]),
      [
        [1, 'player', 'public', 'Help.', 10],
        [2, 'player', 'public', 'More.', 20],
        [3, 'admin', 'public', 'Jump.', 30],
        [4, 'admin', 'public', 'Twice.', 40],
        [5, 'admin', 'internal', 'Known.', 50],
        [6, 'player', 'public', 'Thanks.', 60],
      ],
    );
    const shown = await store.playerTickets.conversation({ id: playerId, tokenHash: '' }, ticketId);
    same(
      shown?.data?.messages,
      all
        .filter((row) => row.visibility === 'public')
        .map((row) => [row.message_id, row.author_type, row.message, row.created_at]),
    );
  });

  test(`${engine}: a player's reply returns the state of the ticket, and does not change it`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    for (const status of TICKET_STATUSES) {
      const ticketId = await storedTicket(store, playerId, { now: 10 });
      await setStatus(store, playerId, ticketId, status, 20);
      const before = stateOf(await ticketRow(store, playerId, ticketId));
      const returned = await store.tickets.addPlayerReply(aMessage(playerId, ticketId));
      assert.ok(returned !== undefined);
      const { status: now, attention_since, resolved_at } = returned;
      same({ status: now, attention_since, resolved_at }, before, status);
      same(stateOf(await ticketRow(store, playerId, ticketId)), before, status);
    }
  });

  test(`${engine}: a player's reply that is rolled back leaves nothing`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId);
    await setStatus(store, playerId, ticketId, 'closed', 20);
    const before = await ticketRow(store, playerId, ticketId);
    const reply = store.transaction(async (tx) => {
      const state = await tx.tickets.addPlayerReply(aMessage(playerId, ticketId));
      throw new Error(state?.status);
    });
    await assert.rejects(reply, { message: 'closed' });
    same(await ticketRow(store, playerId, ticketId), before);
    assert.equal((await messagesOf(store, playerId, ticketId)).length, 1);
  });

  test(`${engine}: a reply of the team gives the ticket a new state`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const [ticketId, other] = [await storedTicket(store, playerId), await storedTicket(store, playerId)];
    for (const state of [PENDING, { ...PENDING, status: 'resolved', resolved_at: 30 }, CLOSED] as const) {
      await store.tickets.addTeamReply(aMessage(playerId, ticketId), MEMBER, state);
      same(stateOf(await ticketRow(store, playerId, ticketId)), state);
      assert.equal((await ticketRow(store, playerId, other)).status, 'open');
    }
  });

  test(`${engine}: a transition reaches the ticket, its player, the inbox and the history`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId, { now: 10 });
    const steps: readonly [Transition, actor: typeof MEMBER | null, now: number][] = [
      [
        { state: { ...PENDING, status: 'resolved', resolved_at: 20 }, ...change(0, 'ticket-resolved', true) },
        MEMBER,
        20,
      ],
      [{ state: CLOSED, ...change(-1, null, true) }, null, 30],
      [{ state: { ...PENDING, status: 'open', attention_since: 40 }, ...change(1, null, true) }, MEMBER, 40],
      [{ state: PENDING, ...change(0, null, false) }, MEMBER, 50],
    ];
    let openTickets = 0;
    for (const [transition, actor, now] of steps) {
      const ticket = (await store.tickets.toChange(playerId, ticketId, transition.notice)) ?? assert.fail();
      await store.transaction((tx) => tx.statusChanges.apply({ ticket, transition, actor, now }));
      same(stateOf(await ticketRow(store, playerId, ticketId)), transition.state);
      openTickets += transition.openTicketsChange;
      const { open_tickets, last_inbox_at } = await playerRow(store, playerId);
      same([open_tickets, last_inbox_at], [openTickets, 20]);
    }
    const history = await store.ticketEvents.ofTicket(playerId, ticketId);
    same(
      history.map(({ event_id: _id, ...row }) => row),
      [
        ['open', 'resolved', MEMBER, 20] as const,
        ['resolved', 'closed', null, 30] as const,
        ['closed', 'open', MEMBER, 40] as const,
      ].map(([from_value, to_value, actor, created_at]) => ({
        player_id: playerId,
        ticket_id: ticketId,
        kind: 'status',
        from_value,
        to_value,
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? null,
        created_at,
      })),
    );
    const { messages } = await polled(store, playerId);
    same(
      messages.map(([, content, createdAt]) => [JSON.parse(content).body, createdAt]),
      [['This ticket was marked as resolved. If you still need help, reply to it and it opens again.', 20]],
    );
  });

  test(`${engine}: reading marks the replies of the team once, but no notes and no messages of the player`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId);
    const other = await storedTicket(store, playerId);
    await store.tickets.addTeamReply(aMessage(playerId, ticketId), MEMBER, PENDING);
    await store.tickets.addTeamReply(aMessage(playerId, other), MEMBER, PENDING);
    await store.tickets.addNote(aMessage(playerId, ticketId), MEMBER);
    await store.tickets.markRead(playerId, [ticketId], 50);
    await store.tickets.addTeamReply(aMessage(playerId, ticketId), MEMBER, PENDING);
    assert.equal((await ticketRow(store, playerId, ticketId)).unread_count, 1);
    await store.tickets.markRead(playerId, [ticketId], 60);
    const readAt = async (id: string) => (await messagesOf(store, playerId, id)).map((row) => row.read_at);
    same(await readAt(ticketId), [null, 50, null, 60]);
    same(await readAt(other), [null, null]);
    assert.equal((await ticketRow(store, playerId, ticketId)).unread_count, 0);
    assert.equal((await ticketRow(store, playerId, other)).unread_count, 1);
  });

  test(`${engine}: a player's list has the latest activity first, then the lower id, and at most 100 tickets`, async (t) => {
    const store = await open(t);
    const [playerId, other] = [await storedPlayer(store), await storedPlayer(store)];
    await storedTicket(store, other, { now: 1_000_000 });
    const made: { id: string; now: number }[] = [];
    for (let index = 0; index < 105; index++) {
      const now = Math.floor(index / 3);
      made.push({ id: await storedTicket(store, playerId, { now }), now });
    }
    const expected = made.toSorted((a, b) => b.now - a.now || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
    const listed = (await store.playerTickets.tickets({ id: playerId, tokenHash: '' }))?.data.map(([id]) => id);
    same(listed, expected.slice(0, 100));
  });

  test(`${engine}: the longest resolved tickets of a player are closed; others are not`, async (t) => {
    const store = await open(t);
    const [playerId, neighbour] = [await storedPlayer(store), await storedPlayer(store)];
    const [one = '', two = '', three = '', four = ''] = await Promise.all(
      [1, 2, 3, 4].map((now) => storedTicket(store, playerId, { now })),
    );
    const theirs = await storedTicket(store, neighbour);
    await setStatus(store, neighbour, theirs, 'resolved', 1);
    await setStatus(store, playerId, two, 'resolved', 300);
    await setStatus(store, playerId, three, 'resolved', 100);
    await setStatus(store, playerId, one, 'resolved', 200);
    const statusOf = async (player: string, id: string) => (await ticketRow(store, player, id)).status;
    const statuses = () => Promise.all([one, two, three, four].map((id) => statusOf(playerId, id)));

    const close = (count: number) => store.tickets.closeLongestIdle({ playerId, count, ...CLOSED });
    same(await close(2), 2);
    same(await statuses(), ['closed', 'resolved', 'closed', 'open']);
    const { resolved_at, attention_since } = await ticketRow(store, playerId, three);
    same([resolved_at, attention_since], [null, null]);
    same(await close(5), 1);
    same(await statuses(), ['closed', 'closed', 'closed', 'open']);
    same(await close(5), 0);
    same(await statusOf(neighbour, theirs), 'resolved');
  });

  test(`${engine}: of tickets that the team began, only those without another message are closed`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const begun = async (now: number) => {
      const ticketId = newTicketId(playerId, now);
      const { message_id, message } = aMessage(playerId, ticketId, { now });
      const key = { player_id: playerId, ticket_id: ticketId, project_id: 'prj_a', message_id };
      const ticket = { ...key, ...PENDING, type: 'other', subject: 'Your report', context: null };
      await store.tickets.openByTeam({ ...ticket, message, created_at: now }, MEMBER);
      return ticketId;
    };
    const [idle, replied, noted] = [await begun(3), await begun(1), await begun(2)];
    const resolved = await storedTicket(store, playerId, { now: 1 });
    await setStatus(store, playerId, resolved, 'resolved', 4);
    await store.tickets.addPlayerReply(aMessage(playerId, replied));
    await store.tickets.addNote(aMessage(playerId, noted), MEMBER);
    const statuses = () =>
      Promise.all([idle, resolved, replied, noted].map(async (id) => (await ticketRow(store, playerId, id)).status));
    const close = () => store.tickets.closeLongestIdle({ playerId, count: 1, ...CLOSED });
    same(await close(), 1);
    same(await statuses(), ['closed', 'resolved', 'pending', 'pending']);
    same(await close(), 1);
    same(await close(), 0);
    same(await statuses(), ['closed', 'closed', 'pending', 'pending']);
    const conversation = await store.tickets.conversation(playerId, idle);
    same(
      conversation?.messages.map(({ author_type, author_name, seq }) => [author_type, author_name, seq]),
      [['admin', MEMBER.name, 2]],
    );
    same((await store.playerTickets.conversation({ id: playerId, tokenHash: '' }, idle))?.data?.messages.length, 1);
  });

  test(`${engine}: tickets are due for closing after the days of their own project`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const [quick, slow] = [
      { ...aProjectRow(), auto_close_days: 0.5 },
      { ...aProjectRow(), auto_close_days: 2 },
    ];
    await store.projects.insert(quick);
    await store.projects.insert(slow);
    const inQuick = await storedTicket(store, playerId, { projectId: quick.project_id });
    const inSlow = await storedTicket(store, playerId, { projectId: slow.project_id });
    const waiting = await storedTicket(store, playerId, { projectId: quick.project_id });
    for (const id of [inQuick, inSlow]) await setStatus(store, playerId, id, 'resolved', 10_000);
    const due = async (now: number, limit = 10) =>
      (await store.tickets.dueForClosing({ now, limit })).map((row) => row.ticket_id).toSorted();
    same(await due(10_000 + DAY / 2 - 1), []);
    same(await due(10_000 + DAY / 2), [inQuick]);
    same(await due(10_000 + 2 * DAY - 1), [inQuick]);
    same(await due(10_000 + 2 * DAY), [inQuick, inSlow].toSorted());
    assert.equal((await due(10_000 + 2 * DAY, 1)).length, 1);
    await setStatus(store, playerId, inQuick, 'closed', 12_000);
    await setStatus(store, playerId, inSlow, 'open', 12_000);
    same(await due(10_000 + 20 * DAY), []);
    assert.equal((await ticketRow(store, playerId, waiting)).status, 'open');
  });

  test(`${engine}: tickets that are created at once get different numbers, in each project from 1 on`, async (t) => {
    const store = await open(t);
    const players = await Promise.all(Array.from({ length: 6 }, () => storedPlayer(store)));
    const create = async (playerId: string, projectId: string) => {
      const ticketId = await store.transaction((tx) => storedTicket(tx, playerId, { projectId }));
      return (await ticketRow(store, playerId, ticketId)).number;
    };
    const outside: number[] = [];
    const take = (isWritten: boolean) =>
      store.withTicketNumber('prj_a', async (number) => {
        if (isWritten) outside.push(number);
        return isWritten;
      });
    const inside = await Promise.all([
      ...players.map((id) => create(id, 'prj_a')),
      ...Array.from({ length: 6 }, (_, index) => take(index % 2 === 0).then(() => null)),
    ]);
    const used = [...inside, ...outside].filter((number) => number !== null);
    assert.equal(new Set(used).size, 9);
    // A number that was not used is free again, so none is missing.
    while (outside.length < 6) await take(true);
    same(
      await Promise.all(players.slice(0, 3).map((id) => create(id, 'prj_b'))).then((all) => all.toSorted()),
      [1, 2, 3],
    );
    const all = [...inside.filter((number) => number !== null), ...outside];
    same(
      all.toSorted((a, b) => a - b),
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  test(`${engine}: tickets that wait for the team are counted up to a limit`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    assert.equal(await store.tickets.countWaiting(10), 0);
    const ids = await Promise.all([1, 2, 3].map((now) => storedTicket(store, playerId, { now })));
    assert.equal(await store.tickets.countWaiting(10), 3);
    assert.equal(await store.tickets.countWaiting(2), 2);
    await store.tickets.addTeamReply(aMessage(playerId, ids[0] ?? ''), MEMBER, PENDING);
    assert.equal(await store.tickets.countWaiting(10), 2);
  });

  test(`${engine}: after a merge is undone, the player sees the newest public message, never a note`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const [source, target] = [await storedTicket(store, playerId), await storedTicket(store, playerId)];
    await store.tickets.addTeamReply(aMessage(playerId, target, { message: 'Jump.', now: 20 }), MEMBER, PENDING);
    await store.tickets.addNote(aMessage(playerId, target, { message: 'A cheater.', now: 30 }), MEMBER);
    const change = (step: 'merge' | 'unmerge', now: number) =>
      store.transaction(async (tx) => {
        const ticket = (await tx.tickets.toChange(playerId, target, 'ticket-merged')) ?? assert.fail();
        await tx.merges[step]({ source: await ticketRow(tx, playerId, source), target: ticket, actor: MEMBER, now });
      });
    const before = await ticketRow(store, playerId, target);
    await change('merge', 40);
    assert.equal((await ticketRow(store, playerId, target)).merged_messages, 1);
    await change('unmerge', 50);
    same(await ticketRow(store, playerId, target), before);
  });

  test(`${engine}: members are told of replies of players in their tickets, not of notes and replies of the team`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId, { now: 10 });
    const row = await ticketRow(store, playerId, ticketId);
    await store.tickets.setTriage({ ...row, assignee_id: MEMBER.id });
    await store.tickets.addPlayerReply(aMessage(playerId, ticketId, { now: 20 }));
    await store.tickets.addNote(aMessage(playerId, ticketId, { now: 30 }), MEMBER);
    await store.tickets.addTeamReply(aMessage(playerId, ticketId, { now: 40 }), MEMBER, stateOf(row));
    const replied = async (from: number, to: number) =>
      (await store.news.replied({ memberId: MEMBER.id, projectIds: ['prj_a'], from, to })).map(({ at }) => at);
    same([await replied(10, 19), await replied(19, 50), await replied(20, 50)], [[], [20], []]);
  });
}
