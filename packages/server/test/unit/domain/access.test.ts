import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Access, losesAccess } from '../../../src/domain/access.ts';

test('a member loses access when disabled, and with a lower role or fewer projects', () => {
  const before: Access = { role: 'admin', projectIds: ['a', 'b'] };
  const loses = (change: Partial<Access> & { disabled?: boolean }) =>
    losesAccess(before, { ...before, disabled: false, ...change });
  assert.equal(loses({ disabled: true }), true);
  assert.equal(loses({ role: 'agent' }), true);
  assert.equal(loses({ projectIds: ['a'] }), true);
  assert.equal(loses({ projectIds: ['a', 'c'] }), true);
  assert.equal(losesAccess({ ...before, projectIds: null }, { ...before, disabled: false }), true);

  assert.equal(loses({}), false);
  assert.equal(loses({ role: 'owner' }), false);
  assert.equal(loses({ projectIds: ['c', 'b', 'a'] }), false);
  assert.equal(loses({ projectIds: null }), false);
});
