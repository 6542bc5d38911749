import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { causes } from '../../src/causes.ts';
import { RULE_OF_KIND, RULES } from '../../src/rules.ts';
import { SCENARIOS } from '../../src/scenarios/all.ts';

suite('the causes of failures', () => {
  test('nothing failed: nothing to say', () => {
    assert.equal(causes([], new Map()), '');
  });

  test('are grouped, and in the order in which to repair them', () => {
    const found = causes([{ rule: 'poll' }, { rule: 'response' }, { rule: 'response' }], new Map([['lost', 3]]));
    const titles = found.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
    assert.deepEqual(titles, [
      'Store a text before you send it: 3 failures in histories',
      'What counts as a response of the server: 2 scenarios',
      'Poll as often as the server says: 1 scenario',
    ]);
    assert.match(found, /^ {2}- A 304 counts only if you sent `If-None-Match`\.$/m);
  });

  test('count scenarios and histories together', () => {
    assert.match(
      causes([{ rule: 'key' }], new Map([['doubled', 1]])),
      /for ever: 1 scenario, 1 failure in histories\n/,
    );
  });

  test('each rule is the cause of something', () => {
    const used = new Set(['driver', ...SCENARIOS.map(({ rule }) => rule), ...Object.values(RULE_OF_KIND)]);
    assert.deepEqual(
      Object.keys(RULES).filter((name) => !used.has(name as keyof typeof RULES)),
      [],
    );
  });
});
