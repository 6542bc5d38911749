import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorName } from '../../src/ticket/author-name.ts';

test('the author of a message is the player by name, the member by name, the team or the system', () => {
  const t = (key: string) => key;
  const name = (authorType: 'player' | 'admin' | 'system', userId: string | null = null, member?: string) => {
    const author = member === undefined ? null : { id: 'mem_1', name: member };
    return authorName({ authorType, author }, { id: 'ply_1', userId }, t as never);
  };
  assert.equal(name('player', 'mira'), 'mira');
  assert.match(name('player'), /^\w+ \w+ \d\d$/);
  assert.equal(name('admin', 'mira', 'Grace'), 'Grace');
  assert.equal(name('admin', 'mira'), 'conversation.team');
  assert.equal(name('system', 'mira'), 'conversation.system');
});
