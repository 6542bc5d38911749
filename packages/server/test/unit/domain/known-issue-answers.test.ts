import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TEAM_TEXT_LENGTH } from '@player-support/contract/limits';
import { parseTemplate, variableValues } from '@player-support/contract/variables';
import { fillAnswer } from '../../../src/domain/known-issue-answers.ts';

const TICKET = { status: 'open', player_blocked: 0, merged_into: null, message_count: 1, merged_messages: null };
const MESSAGES_PER_TICKET = 10;

const valuesWith = (subject: string) => {
  const player = { userId: null, context: { platform: null, appVersion: null, locale: null } };
  return variableValues({ id: 'tkt_a', number: 4821, type: 'bug', subject, player }, 'Ada', 'Game');
};

const filled = (message: string, ticket: Partial<typeof TICKET> = {}, subject = 'Crash') =>
  fillAnswer(parseTemplate(message), { ...TICKET, ...ticket }, valuesWith(subject), MESSAGES_PER_TICKET);

test('an answer has the values of its ticket; without one of them the ticket gets none', () => {
  assert.deepEqual(filled('{{ticket.subject}}: fixed.'), { text: 'Crash: fixed.' });
  assert.deepEqual(filled('#{{ticket.number}}'), { text: '#4821' });
  assert.deepEqual(filled('For {{player.userId}}'), { skip: 'value' });
});

test('tickets that others closed, merged or hold, and those of blocked players, get none', () => {
  assert.deepEqual(filled('Hi', { status: 'closed' }), { skip: 'closed' });
  assert.deepEqual(filled('Hi', { status: 'held' }), { skip: 'held' });
  assert.deepEqual(filled('Hi', { player_blocked: 1 }), { skip: 'blocked' });
});

test('a ticket is full with the messages of those that were merged into it', () => {
  const skipped = { skip: 'full' };
  assert.deepEqual(filled('Hi', { message_count: MESSAGES_PER_TICKET - 1 }), { text: 'Hi' });
  assert.deepEqual(filled('Hi', { message_count: MESSAGES_PER_TICKET }), skipped);
  const merged = { ...TICKET, message_count: 4, merged_messages: 5 };
  const fill = (ticket: typeof merged) =>
    fillAnswer(parseTemplate('Hi'), ticket, valuesWith('Crash'), MESSAGES_PER_TICKET);
  assert.deepEqual(fill(merged), { text: 'Hi' });
  assert.deepEqual(fill({ ...merged, merged_messages: 6 }), skipped);
});

test('the longest text counts characters, not code units, and its values', () => {
  const subject = '😀'.repeat(MAX_TEAM_TEXT_LENGTH - 1);
  assert.deepEqual(filled('{{ticket.subject}}!', {}, subject), { text: `${subject}!` });
  assert.deepEqual(filled('{{ticket.subject}}!', {}, `${subject}x`), { skip: 'length' });
  assert.deepEqual(filled('{{ticket.subject}}', {}, 'x'.repeat(2 * MAX_TEAM_TEXT_LENGTH + 1)), { skip: 'length' });
});
