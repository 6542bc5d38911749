import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDITED_OPERATIONS, actionInWords, actionKey } from '../../src/audit/audit-actions.ts';
import { texts } from '../../src/texts/audit.en.ts';

test('an action has a text, or the words of its operation if the console has no text for it', () => {
  for (const operation of AUDITED_OPERATIONS) assert.ok(Object.hasOwn(texts, actionKey(operation) ?? ''), operation);
  assert.equal(actionKey('UpdatePlayer', { blocked: true }), 'audit.blocked');
  assert.equal(actionKey('UpdatePlayer', { blocked: false }), 'audit.unblocked');
  assert.equal(actionKey('SignIn', { failed: 'password' }), 'audit.failed');
  assert.equal(actionKey('OidcRecheck', { failed: 'provider' }), 'audit.ended');
  assert.equal(actionKey('MergeTickets'), undefined);
  assert.equal(actionInWords('MergeTickets'), 'merge tickets');
});
