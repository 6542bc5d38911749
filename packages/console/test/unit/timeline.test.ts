import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TeamMessageResponse, TicketEventResponse } from '@player-support/contract/team/tickets';
import type { MessageEntry } from '../../src/outbox/entries.ts';
import { newerFromOthers, newestPublic, stillSending, tagChange, timeline } from '../../src/ticket/timeline.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
function message(id: string, second: number, more: Partial<TeamMessageResponse> = {}): TeamMessageResponse {
  const author = { authorType: 'player', visibility: 'public', author: null, readAt: null } as const;
  return { ...author, id, message: `text of ${id}`, createdAt: at(second), ...more };
}
function event(id: string, second: number): TicketEventResponse {
  return { id, kind: 'status', from: 'open', to: 'pending', actor: null, createdAt: at(second) };
}
const ada = { authorType: 'admin', author: { id: 'mem_ada', name: 'Ada' } } as const;
const bob = { authorType: 'admin', author: { id: 'mem_bob', name: 'Bob' } } as const;
const shape = (items: ReturnType<typeof timeline>) =>
  items.map((item) => (item.kind === 'message' ? item.key : item.events.map(({ id }) => id)));

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
