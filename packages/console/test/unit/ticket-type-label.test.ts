import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOfType } from '../../src/data/label-of-type.ts';
import { ticketTypeLabel } from '../../src/data/ticket-type-label.ts';

test('a ticket type has the label of the language, else its label', () => {
  const type = { type: 'bug', label: 'Bug' };
  const labels = { en: 'Something is broken', de: 'Fehler' };
  assert.equal(ticketTypeLabel({ ...type, labels }, 'de'), 'Fehler');
  assert.equal(ticketTypeLabel({ ...type, labels }, 'en'), 'Something is broken');
  assert.equal(ticketTypeLabel({ ...type, labels: { 'pt-PT': 'Erro' } }, 'de'), 'Bug');
  assert.equal(ticketTypeLabel({ ...type, labels: {} }, 'de'), 'Bug');
  // A node of the last release sends none.
  assert.equal(ticketTypeLabel(type, 'de'), 'Bug');
});

test('a type that is not in the list of its project is shown as it was sent', () => {
  const types = [{ type: 'bug', label: 'Bug', labels: { de: 'Fehler' } }];
  assert.equal(labelOfType(types, 'bug', 'de'), 'Fehler');
  assert.equal(labelOfType(types, 'lag', 'de'), 'lag');
  assert.equal(labelOfType(undefined, 'bug', 'de'), 'bug');
});
