import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, linksIn } from '../../src/parts/known-issues/tracker-links.ts';

test('each line is a link: an address, and a title or the end of the address', () => {
  assert.deepEqual(
    linksIn('  https://tracker.example/GAME-1   Crash at start \n\nhttps://tracker.example/b/GAME-2/\nx'),
    [
      { url: 'https://tracker.example/GAME-1', title: 'Crash at start' },
      { url: 'https://tracker.example/b/GAME-2/', title: 'GAME-2' },
      { url: 'x', title: 'x' },
    ],
  );
  const links = [{ url: 'https://tracker.example/1', title: 'One and more' }];
  assert.deepEqual(linksIn(linesOf(links)), links);
  assert.deepEqual(linksIn(linesOf([])), []);
});
