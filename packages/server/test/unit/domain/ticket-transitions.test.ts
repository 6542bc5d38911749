import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TicketStatus } from '@player-support/contract/enums';
import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';
import {
  afterAutoClose,
  afterCloseForNewTicket,
  afterCreate,
  afterFixedAnswer,
  afterHold,
  afterMerge,
  afterPlayerReply,
  afterRelease,
  afterSnooze,
  afterStatusSet,
  afterTeamCreate,
  afterTeamReply,
  afterUnmerge,
  afterWake,
  statusNotice,
  type TicketState,
  type Transition,
  ticketsToClose,
} from '../../../src/domain/ticket-transitions.ts';

const BEFORE = 400;
const NOW = 1000;

/** Each status since `BEFORE`. */
const TICKETS: Readonly<Record<TicketStatus, TicketState & { readonly status: TicketStatus }>> = {
  open: { status: 'open', attention_since: BEFORE, resolved_at: null },
  pending: { status: 'pending', attention_since: null, resolved_at: null },
  resolved: { status: 'resolved', attention_since: null, resolved_at: BEFORE },
  closed: { status: 'closed', attention_since: null, resolved_at: null },
};

type Action = (ticket: TicketState) => Transition | undefined;

const playerReplies: Action = (ticket) => afterPlayerReply(ticket, NOW);
const teamReplies =
  (status: Exclude<TicketStatus, 'open'>): Action =>
  (ticket) =>
    afterTeamReply(ticket, status, NOW);
const teamSets =
  (status: TicketStatus): Action =>
  (ticket) =>
    afterStatusSet(ticket, status, NOW);
const serverCloses: Action = (ticket) => afterAutoClose(ticket, NOW);

const open = { status: 'open', attention_since: NOW, resolved_at: null } as const;
const stillOpen = { status: 'open', attention_since: BEFORE, resolved_at: null } as const;
const pending = { status: 'pending', attention_since: null, resolved_at: null } as const;
const resolved = { status: 'resolved', attention_since: null, resolved_at: NOW } as const;
const closed = { status: 'closed', attention_since: null, resolved_at: null } as const;

/** Besides the new state. */
type Effects = readonly [openTicketsChange: -1 | 0 | 1, isNotified: boolean, isRecorded: boolean];

const silent: Effects = [0, false, false];
const recorded: Effects = [0, false, true];
const notified: Effects = [0, true, true];
const reopens: Effects = [1, false, false];
const reopensRecorded: Effects = [1, false, true];
const reopensNotified: Effects = [1, true, true];
const closesNotified: Effects = [-1, true, true];
const closesRecorded: Effects = [-1, false, true];

const TABLE: readonly [name: string, Action, Record<TicketStatus, readonly [TicketState, Effects] | undefined>][] = [
  [
    'the player replies',
    playerReplies,
    { open: [stillOpen, silent], pending: [open, silent], resolved: [open, silent], closed: undefined },
  ],
  [
    'the team replies',
    teamReplies('pending'),
    { open: [pending, silent], pending: [pending, silent], resolved: [pending, silent], closed: [pending, reopens] },
  ],
  [
    'the team replies and resolves',
    teamReplies('resolved'),
    {
      open: [resolved, notified],
      pending: [resolved, notified],
      resolved: [resolved, silent],
      closed: [resolved, reopensNotified],
    },
  ],
  [
    'the team replies and closes',
    teamReplies('closed'),
    {
      open: [closed, closesNotified],
      pending: [closed, closesNotified],
      resolved: [closed, closesNotified],
      closed: [closed, silent],
    },
  ],
  [
    'the team sets open',
    teamSets('open'),
    { open: undefined, pending: [open, recorded], resolved: [open, recorded], closed: [open, reopensRecorded] },
  ],
  [
    'the team sets pending',
    teamSets('pending'),
    {
      open: [pending, recorded],
      pending: undefined,
      resolved: [pending, recorded],
      closed: [pending, reopensRecorded],
    },
  ],
  [
    'the team sets resolved',
    teamSets('resolved'),
    {
      open: [resolved, notified],
      pending: [resolved, notified],
      resolved: undefined,
      closed: [resolved, reopensNotified],
    },
  ],
  [
    'the team sets closed',
    teamSets('closed'),
    {
      open: [closed, closesNotified],
      pending: [closed, closesNotified],
      resolved: [closed, closesNotified],
      closed: undefined,
    },
  ],
  [
    'the server closes',
    serverCloses,
    {
      open: [closed, closesRecorded],
      pending: [closed, closesRecorded],
      resolved: [closed, closesRecorded],
      closed: [closed, recorded],
    },
  ],
];

suite('transitions', () => {
  for (const [name, action, expected] of TABLE) {
    for (const ticket of Object.values(TICKETS)) {
      const outcome = expected[ticket.status];
      test(`${name}: ${ticket.status} -> ${outcome?.[0].status ?? 'no change'}`, () => {
        const transition = action(ticket);
        if (outcome === undefined) return assert.equal(transition, undefined);
        const [state, [openTicketsChange, isNotified, isRecorded]] = outcome;
        const notice = isNotified ? statusNotice(state.status) : null;
        assert.deepEqual(transition, { state, openTicketsChange, notice, isRecorded });
        assert.equal(typeof notice, isNotified ? 'string' : 'object');
      });
    }
  }

  test('a held ticket stays held after a reply, and has waited since its creation when it is released', () => {
    const held = { status: 'held', attention_since: null, resolved_at: null } as const;
    const created = afterHold();
    assert.deepEqual(created, { state: held, openTicketsChange: 1, notice: null, isRecorded: false });
    assert.deepEqual(afterPlayerReply(held, NOW), { ...created, openTicketsChange: 0 });
    assert.deepEqual(afterRelease({ created_at: BEFORE }), TICKETS.open);
  });

  test('a snoozed ticket waits for nobody, and has waited since before when it comes back', () => {
    const asleep = { status: 'snoozed', attention_since: null, resolved_at: null } as const;
    const build = { until: null, build: '2.4' };
    const columns = { snooze_until: null, snooze_build: '2.4', waited_since: BEFORE };
    assert.deepEqual(afterSnooze(TICKETS.open, build), { state: asleep, snooze: columns });
    assert.deepEqual(afterSnooze(TICKETS.pending, build)?.snooze, { ...columns, waited_since: null });
    for (const ticket of [TICKETS.resolved, TICKETS.closed]) assert.equal(afterSnooze(ticket, build), undefined);
    const snoozed = { ...asleep, ...columns };
    const woken = { state: stillOpen, openTicketsChange: 0, notice: null, isRecorded: false };
    assert.deepEqual(afterWake(snoozed, NOW), woken);
    assert.deepEqual(afterWake({ ...snoozed, waited_since: null }, NOW), { ...woken, state: open });
    assert.deepEqual(afterPlayerReply(snoozed, NOW), woken);
    assert.deepEqual(afterStatusSet(snoozed, 'open', NOW), woken);
    assert.deepEqual(afterTeamReply(snoozed, 'pending', NOW).state, pending);
    assert.deepEqual(afterStatusSet(snoozed, 'resolved', NOW)?.state, resolved);
    const again = afterSnooze(snoozed, { until: NOW, build: null });
    assert.deepEqual(again?.snooze, { snooze_until: NOW, snooze_build: null, waited_since: BEFORE });
  });

  test('a ticket that is snoozed until the player writes begins to wait with that message', () => {
    const asleep = { status: 'snoozed', attention_since: null, resolved_at: null } as const;
    const snoozed = { ...asleep, snooze_until: null, snooze_build: null, waited_since: BEFORE };
    assert.deepEqual(afterPlayerReply(snoozed, NOW)?.state, open);
    assert.deepEqual(afterWake(snoozed, NOW).state, stillOpen);
  });

  test('the player creates a ticket: it is open, waits for the team and counts as open', () => {
    assert.deepEqual(afterTeamCreate(NOW), { state: pending, openTicketsChange: 1, notice: null, isRecorded: false });
    assert.deepEqual(afterCreate(NOW), { state: open, openTicketsChange: 1, notice: null, isRecorded: false });
  });

  test('the server closes a resolved ticket to allow a new one: it no longer counts as open', () => {
    assert.deepEqual(afterCloseForNewTicket(NOW), {
      state: closed,
      openTicketsChange: -1,
      notice: null,
      isRecorded: false,
    });
  });
});

test('an answer to the question whether it is fixed closes or opens a ticket, but never a held one', () => {
  const statusAfter = (ticket: TicketState, isFixed: boolean) => afterFixedAnswer(ticket, isFixed, NOW)?.state.status;
  assert.equal(statusAfter(TICKETS.resolved, true), 'closed');
  assert.equal(statusAfter(TICKETS.resolved, false), 'open');
  assert.equal(statusAfter(TICKETS.open, false), undefined);
  const held = afterHold().state;
  assert.deepEqual([statusAfter(held, true), statusAfter(held, false)], [undefined, undefined]);
});

test('a player may have ten open tickets', () => {
  assert.equal(MAX_OPEN_TICKETS, 10);
  for (let count = 0; count < 10; count++) assert.equal(ticketsToClose(count), 0);
  assert.equal(ticketsToClose(10), 1);
});

test('with more than ten open, after the team reopened some, enough are closed to allow one more', () => {
  assert.equal(ticketsToClose(11), 2);
  assert.equal(ticketsToClose(12), 3);
});

test('the player gets a notice of resolved and of closed', () => {
  assert.equal(statusNotice('open'), null);
  assert.equal(statusNotice('pending'), null);
  assert.equal(statusNotice('resolved'), 'ticket-resolved');
  assert.equal(statusNotice('closed'), 'ticket-closed');
});

suite('a merge', () => {
  const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
  const openCount = (...tickets: readonly TicketState[]) => tickets.filter(({ status }) => status !== 'closed').length;

  for (const [i, ofSource] of STATUSES.entries()) {
    for (const [j, ofTarget] of STATUSES.entries()) {
      const [source, target] = [TICKETS[ofSource], TICKETS[ofTarget]];
      const expected = TICKETS[STATUSES[Math.min(i, j)] ?? 'closed'];

      test(`of ${ofSource} into ${ofTarget} makes it ${expected.status}, and can be undone`, () => {
        const after = afterMerge(source, target);
        const openTicketsChange = openCount(expected) - openCount(source, target);
        assert.deepEqual(after, { source: closed, target: expected, openTicketsChange });
        const before = { source, target };
        const undone = afterUnmerge({ before, source: closed, target: expected, isWritten: false });
        assert.deepEqual(undone, { source, target, openTicketsChange: 0 - openTicketsChange });
        const written = afterUnmerge({ before, source: closed, target: expected, isWritten: true });
        assert.deepEqual([written.source, written.target], [source, expected]);
        assert.equal(written.openTicketsChange, openCount(source));
      });
    }
  }

  test('of two open tickets waits since the first; of two resolved ones, it closes with the last', () => {
    const later = {
      open: { ...TICKETS.open, attention_since: NOW },
      resolved: { ...TICKETS.resolved, resolved_at: NOW },
    };
    for (const [one, other] of [
      [TICKETS.open, later.open],
      [later.open, TICKETS.open],
    ] as const) {
      assert.deepEqual(afterMerge(one, other).target, TICKETS.open);
    }
    for (const [one, other] of [
      [TICKETS.resolved, later.resolved],
      [later.resolved, TICKETS.resolved],
    ] as const) {
      assert.deepEqual(afterMerge(one, other).target, later.resolved);
    }
  });

  test('that is undone leaves a target that has another status or time since as it is', () => {
    const before = { source: TICKETS.open, target: TICKETS.pending };
    for (const target of [TICKETS.pending, TICKETS.closed, { ...TICKETS.open, attention_since: NOW }]) {
      assert.deepEqual(afterUnmerge({ before, source: closed, target, isWritten: false }).target, target);
    }
  });
});
