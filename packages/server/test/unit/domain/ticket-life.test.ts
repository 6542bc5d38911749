import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changeStatus,
  isTerminal,
  OPEN_TICKET_LIMIT,
  statusNotice,
  type TicketStatus,
  ticketsToClose,
} from '../../../src/domain/ticket-life.ts';

const NOW = 1000;
const EARLIER = 400;
const STATUSES: readonly TicketStatus[] = ['open', 'pending', 'resolved', 'closed'];

test('closed is the only terminal status', () => {
  assert.deepEqual(STATUSES.filter(isTerminal), ['closed']);
});

test('a ticket waits for the team exactly while it is open', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const { attentionSince, status } = changeStatus({ status: from, attentionSince: null }, to, NOW);
      assert.equal(status, to);
      assert.equal(attentionSince, to === 'open' ? NOW : null, `${from} -> ${to}`);
    }
  }
  assert.equal(changeStatus({ status: 'open', attentionSince: EARLIER }, 'pending', NOW).attentionSince, null);
});

test('a ticket that waits already keeps its place', () => {
  assert.equal(changeStatus({ status: 'open', attentionSince: EARLIER }, 'open', NOW).attentionSince, EARLIER);
});

test('a ticket remembers since when it has been resolved, and only while it is', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const { resolvedAt } = changeStatus({ status: from, attentionSince: null }, to, NOW);
      assert.equal(resolvedAt, to === 'resolved' ? NOW : null, `${from} -> ${to}`);
    }
  }
});

test('only entering and leaving closed changes the number of open tickets', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const expected = Number(to !== 'closed') - Number(from !== 'closed');
      const { openTickets } = changeStatus({ status: from, attentionSince: null }, to, NOW);
      assert.equal(openTickets, expected, `${from} -> ${to}`);
    }
  }
});

test('a player may have ten open tickets', () => {
  assert.equal(OPEN_TICKET_LIMIT, 10);
  for (let open = 0; open < 10; open++) assert.equal(ticketsToClose(open), 0);
  assert.equal(ticketsToClose(10), 1);
});

test('with more than ten open, after the team reopened some, as many resolved ones make room as are needed', () => {
  assert.equal(ticketsToClose(11), 2);
  assert.equal(ticketsToClose(12), 3);
});

test('the player is told of resolved and closed, each in words of its own', () => {
  assert.equal(statusNotice('open'), undefined);
  assert.equal(statusNotice('pending'), undefined);
  assert.match(statusNotice('resolved') ?? '', /resolved/);
  assert.match(statusNotice('closed') ?? '', /closed/);
});
