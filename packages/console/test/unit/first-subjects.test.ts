import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentText, loadTexts } from '../../src/i18n/text.ts';
import { firstSubjects } from '../../src/outbox/first-subjects.ts';

await loadTexts(['outbox']);
const { t } = currentText();

test('a few tickets are named by their subjects, and many by the first ones', () => {
  assert.equal(firstSubjects(['Crash'], t), '“Crash”');
  assert.equal(firstSubjects(['Crash', 'Lag', 'Lost gold'], t), '“Crash”, “Lag”, “Lost gold”');
  assert.equal(firstSubjects(['Crash', 'Lag', 'Lost gold', 'Map', 'Key'], t), '“Crash”, “Lag”, “Lost gold” and 2 more');
  assert.equal(firstSubjects(['x'.repeat(61)], t), `“${'x'.repeat(60)}…”`);
});
