import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsentReply } from '../../src/data/outbox/unsent-reply.ts';

test('a reply is unsent if it has words or files', () => {
  assert.equal(unsentReply({ text: '', files: [] }), undefined);
  assert.equal(unsentReply({ text: ' \n' }), undefined);
  assert.deepEqual(unsentReply({ text: ' Jump ' }), { text: 'Jump', files: [] });
  assert.deepEqual(unsentReply({ text: '', files: [{ key: 'k1', name: 'map.txt', size: 1 }] }), {
    text: '',
    files: ['map.txt'],
  });
});

test('of a long reply only the beginning is shown', () => {
  assert.equal(unsentReply({ text: '🐸'.repeat(201) })?.text, `${'🐸'.repeat(200)}…`);
  assert.equal(unsentReply({ text: '🐸'.repeat(200) })?.text, '🐸'.repeat(200));
  assert.equal(unsentReply({ text: `a${'🇩🇪'.repeat(200)}` })?.text, `a${'🇩🇪'.repeat(99)}…`, 'no half flag');
});
