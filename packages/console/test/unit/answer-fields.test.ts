import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerFields,
  badVariables,
  distinctSamples,
  filledBy,
  macroTextIn,
  textsOfRequest,
  withText,
  writtenLocales,
} from '../../src/known-issues/page/answer-fields.ts';

const draft = { message: 'Fixed.', status: 'resolved', texts: { de: 'Behoben.', ja: '直りました。' } } as const;

test('an answer that was undone has all its texts again', () => {
  const { message, texts } = textsOfRequest(answerFields(draft));
  assert.deepEqual({ message, status: answerFields(draft).status, texts }, draft);
  assert.deepEqual(writtenLocales(answerFields(draft)), [undefined, 'de', 'ja']);
});

test('without other languages a request has no texts, so that nodes of the last release take it', () => {
  const fields = withText(answerFields(draft), 'de', ' ');
  assert.deepEqual(textsOfRequest(fields), { message: 'Fixed.', texts: { ja: '直りました。' } });
  assert.deepEqual(textsOfRequest(withText(fields, 'ja', '')), { message: 'Fixed.' });
  assert.deepEqual(textsOfRequest(answerFields(undefined)), { message: '' });
});

test('a text is cut at the limit, between characters', () => {
  const fields = withText(answerFields(undefined), undefined, '😀'.repeat(10_001));
  assert.equal([...(fields.message ?? '')].length, 10_000);
});

test('the first language with a bad variable is found', () => {
  assert.equal(badVariables(answerFields(draft)), undefined);
  const fields = withText(answerFields(draft), 'ja', 'Hi {{player.userId|}} {{ticket.id}}');
  assert.deepEqual(badVariables(fields), { locale: 'ja', unknown: ['{{player.userId|}}'] });
});

test('a macro has its text for a language, and fills only languages without one', () => {
  const macro = { body: 'We know.', texts: { de: 'Wissen wir.', fr: 'Nous savons.' } };
  assert.equal(macroTextIn(macro, undefined), 'We know.');
  assert.equal(macroTextIn(macro, 'de-AT'), 'Wissen wir.');
  assert.equal(macroTextIn(macro, 'ja'), 'We know.');
  assert.deepEqual(filledBy(answerFields(draft), macro), ['fr']);
});

test('a preview shows each distinct text once, in its order', () => {
  const sample = (ticketId: string, text: 'de' | null, message: string) => ({ ticketId, text, message });
  const samples = [sample('1', null, 'Hi'), sample('2', 'de', 'Hi'), sample('3', null, 'Hi'), sample('4', null, 'Ho')];
  assert.deepEqual(
    distinctSamples(samples).map(({ ticketId }) => ticketId),
    ['1', '2', '4'],
  );
  assert.deepEqual(distinctSamples([]), []);
});
