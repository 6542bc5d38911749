import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { allOperations } from '../../../server/src/http/all-operations.ts';
import { actionInWords, actionKey, knownActions } from '../../src/audit/audit-actions.ts';
import { loadTexts } from '../../src/i18n/text.ts';

/** Events of the provider, the server itself and commands. */
const EVENTS = [
  'OidcLogout',
  'OidcRecheck',
  'OidcSignIn',
  'RefusedRequest',
  'ResetSecretKey',
  'RotateSecretKey',
  'StormBegan',
  'StormEnded',
];

suite('the actions of the audit log', () => {
  before(() => loadTexts(['audit']));

  test('have a text, if an operation leaves an entry', () => {
    const known = knownActions().map(({ id }) => id);
    const audited = allOperations.filter((operation) => operation.audited).map(({ id }) => id);
    assert.ok(audited.length > 50);
    assert.deepEqual(
      audited.filter((id) => !known.includes(id)),
      [],
    );
    const ids = allOperations.map(({ id }) => id);
    assert.deepEqual(known.filter((id) => !ids.includes(id)).sort(), EVENTS);
  });

  test('say what happened, or the words of the operation if the console has no text for it', () => {
    assert.equal(actionKey('UpdatePlayer', { blocked: true }), 'audit.blocked');
    assert.equal(actionKey('UpdatePlayer', { blocked: false }), 'audit.unblocked');
    assert.equal(actionKey('SignIn', { failed: 'password' }), 'audit.failed');
    assert.equal(actionKey('OidcRecheck', { failed: 'provider' }), 'audit.ended');
    assert.equal(actionKey('MergeTicket'), 'audit.MergeTicket');
    assert.equal(actionKey('MergeTickets'), undefined);
    assert.equal(actionInWords('MergeTickets'), 'merge tickets');
  });
});
