import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagChange } from '../../src/ticket/tag-change.ts';

test('names only the tags that are added or removed', () => {
  assert.deepEqual(tagChange(['a', 'b'], ['b', 'c']), { addTags: ['c'], removeTags: ['a'] });
  assert.deepEqual(tagChange(['a'], ['a', 'b']), { addTags: ['b'] });
  assert.deepEqual(tagChange(['a'], []), { removeTags: ['a'] });
});
