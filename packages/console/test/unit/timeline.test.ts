import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TeamMessageResponse, TicketEventResponse } from '@player-support/contract/team/tickets';
import type { MessageEntry } from '../../src/data/outbox/entries.ts';
import {
  newerFromOthers,
  newestPublic,
  opensAt,
  stillSending,
  tagChange,
  timeline,
} from '../../src/ticket/timeline.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
function message(id: string, second: number, more: Partial<TeamMessageResponse> = {}): TeamMessageResponse {
  const author = { authorType: 'player', visibility: 'public', author: null, readAt: null } as const;
  return { ...author, id, ticketId: 'tkt', attachments: [], message: `text of ${id}`, createdAt: at(second), ...more };
}
function event(id: string, second: number): TicketEventResponse {
  return { id, kind: 'status', from: 'open', to: 'pending', actor: null, createdAt: at(second) };
}
const ada = { authorType: 'admin', author: { id: 'mem_ada', name: 'Ada' } } as const;
const bob = { authorType: 'admin', author: { id: 'mem_bob', name: 'Bob' } } as const;
const days = (items: ReturnType<typeof timeline>) =>
  items.map((item) =>
    item.kind === 'events'
      ? item.events.map(({ id }) => id)
      : item.kind === 'day'
        ? `- ${item.at.slice(5, 16)}`
        : item.key,
  );
const shape = (items: ReturnType<typeof timeline>) => days(items.filter(({ kind }) => kind !== 'day'));

test('events are between the messages, and successive events form one item', () => {
  const messages = [message('m1', 10), message('m2', 20), message('m3', 30)];
  const events = [event('e1', 5), event('e2', 21), event('e3', 22), event('e4', 40)];
  assert.deepEqual(shape(timeline(messages, events)), [['e1'], 'm1', 'm2', ['e2', 'e3'], 'm3', ['e4']]);
});

test('an event with the time of a message follows it, such as the status of a reply', () => {
  assert.deepEqual(shape(timeline([message('m1', 10)], [event('e1', 10)])), ['m1', ['e1']]);
});

test('messages keep their order, and events are kept without messages', () => {
  assert.deepEqual(shape(timeline([message('m1', 20), message('m2', 10)], [])), ['m1', 'm2']);
  assert.deepEqual(shape(timeline([], [event('e1', 1), event('e2', 2)])), [['e1', 'e2']]);
});

test('a day begins with its first message or event, in the local time zone', (t) => {
  const HOUR = 3600;
  const messages = [message('m1', 22 * HOUR), message('m2', 23.5 * HOUR), message('m3', 72 * HOUR)];
  const events = [event('e1', 22.5 * HOUR), event('e2', 30 * HOUR), event('e3', 31 * HOUR), event('e4', 60 * HOUR)];
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  const inZone = (zone: string) => {
    process.env.TZ = zone;
    return days(timeline(messages, events));
  };
  const [evening, friday, saturday, sunday] = [22, 30, 60, 72].map((hour) => `- ${at(hour * HOUR).slice(5, 16)}`);
  const rest = [saturday, ['e4'], sunday, 'm3'];
  assert.deepEqual(inZone('UTC'), [evening, 'm1', ['e1'], 'm2', friday, ['e2', 'e3'], ...rest]);
  // In Berlin m2 is written half past midnight.
  const midnight = '- 01-01T23:30';
  assert.deepEqual(inZone('Europe/Berlin'), [evening, 'm1', ['e1'], midnight, 'm2', ['e2', 'e3'], ...rest]);
});

test('a conversation opens at the first message without an answer, else at the newest one', () => {
  const note = { ...ada, visibility: 'internal' } as const;
  const open = (...messages: TeamMessageResponse[]) => opensAt(messages)?.id;
  assert.equal(open(message('m1', 1)), 'm1');
  assert.equal(open(message('m1', 1), message('m2', 2, note)), 'm1');
  assert.equal(open(message('m1', 1), message('m2', 2), message('m3', 3)), 'm1');
  assert.equal(open(message('m1', 1), message('m2', 2, ada)), 'm2');
  assert.equal(open(message('m1', 1), message('m2', 2, ada), message('m3', 3, note)), 'm3');
  assert.equal(open(message('m1', 1), message('m2', 2, ada), message('m3', 3), message('m4', 4, note)), 'm3');
  assert.equal(open(), undefined);
});

test('the newest public message is not a note', () => {
  const note = message('m2', 20, { ...ada, visibility: 'internal' });
  assert.equal(newestPublic([message('m1', 10), note])?.id, 'm1');
});

test('newer messages of others exclude own messages, notes and seen messages', () => {
  const messages = [
    message('m1', 1),
    message('m2', 2, ada),
    message('m3', 3, { ...bob, visibility: 'internal' }),
    message('m4', 4, bob),
    message('m5', 5),
  ];
  const ids = (seen: string | undefined) => newerFromOthers(messages, seen, 'mem_ada').map(({ id }) => id);
  assert.deepEqual(ids('m1'), ['m4', 'm5']);
  assert.deepEqual(ids('m4'), ['m5']);
  assert.deepEqual(ids('m5'), []);
  assert.deepEqual(ids(undefined), []);
});

test('an outbox entry is hidden once its message is in the conversation, but not for an older equal text', () => {
  const entry: MessageEntry = {
    id: 'x',
    ticketId: 'tkt_1',
    subject: 'Stuck',
    kind: 'reply',
    message: 'Hello',
    seen: 'm2',
    createdAt: 0,
    sendAt: 0,
  };
  const before = [message('m1', 1, { ...ada, message: 'Hello' }), message('m2', 2)];
  const sending = (messages: TeamMessageResponse[]) => stillSending([entry], messages, 'mem_ada').length;
  assert.equal(sending(before), 1);
  assert.equal(sending([...before, message('m3', 3, { ...bob, message: 'Hello' })]), 1);
  assert.equal(sending([...before, message('m3', 3, { ...ada, message: 'Hello', visibility: 'internal' })]), 1);
  assert.equal(sending([...before, message('m3', 3, { ...ada, message: 'Hello' })]), 0);
});

test('added and removed tags are found', () => {
  assert.deepEqual(tagChange({ from: 'a, b', to: 'b, c' }), { added: ['c'], removed: ['a'] });
  assert.deepEqual(tagChange({ from: '', to: 'a' }), { added: ['a'], removed: [] });
  assert.deepEqual(tagChange({ from: 'a', to: null }), { added: [], removed: ['a'] });
});
