import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byName } from '../../src/data/by-name.ts';

const sorted = (names: readonly string[], language: string) =>
  byName(
    names.map((name) => ({ name })),
    language,
  ).map(({ name }) => name);

test('sorts names as the language does', () => {
  const names = ['Zoë', 'Änne', 'adam', 'Agent 10', 'Bernd', 'Agent 2'];
  for (const language of ['en', 'de']) {
    assert.deepEqual(sorted(names, language), ['adam', 'Agent 2', 'Agent 10', 'Änne', 'Bernd', 'Zoë']);
  }
  assert.deepEqual(sorted(['Änne', 'Zoë'], 'sv'), ['Zoë', 'Änne'], 'Swedish has the letter after Z');
});
