import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, linesWith } from '../../src/ticket/files/read-text.ts';

test('lines end with any line break, and the last one adds no line', () => {
  assert.deepEqual(linesOf('a\r\nb\rc\n\nd\n', false), { lines: ['a', 'b', 'c', '', 'd'], isCut: false });
});

test('long lines and long texts are cut, and say so', () => {
  const { lines, isCut } = linesOf('x'.repeat(3000), false);
  assert.deepEqual([lines[0]?.length, isCut], [2001, true]);
  const many = linesOf('\n'.repeat(200_000), false);
  assert.deepEqual([many.lines.length, many.isCut], [100_000, true]);
  assert.equal(linesOf('a', true).isCut, true);
});

test('a search ignores case, and an empty one finds nothing', () => {
  assert.deepEqual(linesWith(['An error', 'fine', 'ERROR'], 'Error'), [0, 2]);
  assert.deepEqual(linesWith(['a'], ''), []);
});
