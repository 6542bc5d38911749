import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSubjects } from '../../src/data/outbox/first-subjects.ts';
import { currentText, loadTexts } from '../../src/i18n/text.ts';

await loadTexts(['outbox']);
const { t } = currentText();

/** Quotes it as in a text: its direction changes no other one. */
const named = (subject: string) => `“\u2068${subject}\u2069”`;
const three = ['Crash', 'Lag', 'Lost gold'].map(named).join(', ');

test('a few tickets are named by their subjects, and many by the first ones', () => {
  assert.equal(firstSubjects(['Crash'], t), named('Crash'));
  assert.equal(firstSubjects(['Crash', 'Lag', 'Lost gold'], t), three);
  assert.equal(firstSubjects(['Crash', 'Lag', 'Lost gold', 'Map', 'Key'], t), `${three} and 2 more`);
  assert.equal(firstSubjects(['x'.repeat(61)], t), named(`${'x'.repeat(60)}…`));
  assert.equal(firstSubjects([`${'\u3164'.repeat(100)}Crash`], t), named('Crash'));
});

test('a subject cannot reverse the text that it is in', () => {
  assert.equal(
    firstSubjects(['A \u202eevil\u2066 text\u2069', 'Lag\u202a'], t),
    `${named('A evil text')}, ${named('Lag')}`,
  );
});
