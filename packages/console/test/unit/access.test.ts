import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { covers, losesAccess, rolesUpTo } from '../../src/data/access.ts';
import { passwordStrength } from '../../src/parts/sign-in/password-strength.ts';
import { settingsPages } from '../../src/ui/settings-pages.ts';

describe('a member', () => {
  test('can grant roles up to the own one', () => {
    assert.deepEqual(rolesUpTo('viewer'), ['viewer']);
    assert.deepEqual(rolesUpTo('admin'), ['viewer', 'agent', 'admin']);
  });

  test('can change members who do not have more access', () => {
    const admin = { role: 'admin', projectIds: null } as const;
    const local = { role: 'admin', projectIds: ['a', 'b'] } as const satisfies { role: 'admin'; projectIds: string[] };
    const own = { ...local, projectIds: [...local.projectIds] };
    assert.equal(covers(admin, { role: 'admin', projectIds: null }), true);
    assert.equal(covers(admin, { role: 'owner', projectIds: ['a'] }), false);
    assert.equal(covers(own, { role: 'agent', projectIds: ['b'] }), true);
    assert.equal(covers(own, { role: 'agent', projectIds: ['b', 'c'] }), false);
    assert.equal(covers(own, { role: 'agent', projectIds: null }), false);
  });

  test('is warned if a change takes access away', () => {
    const before = { role: 'admin', projectIds: ['a', 'b'], disabled: false } as const;
    for (const change of [{ disabled: true }, { role: 'agent' }, { projectIds: ['a'] }, { projectIds: ['a', 'c'] }]) {
      assert.equal(losesAccess(before, { ...before, ...(change as object) }), true, JSON.stringify(change));
    }
    for (const change of [{}, { role: 'owner' }, { projectIds: ['b', 'a', 'c'] }, { projectIds: null }]) {
      assert.equal(losesAccess(before, { ...before, ...(change as object) }), false, JSON.stringify(change));
    }
    assert.equal(losesAccess({ ...before, projectIds: null }, before), true);
    assert.equal(losesAccess({ ...before, disabled: true }, { ...before, disabled: true }), false);
  });

  test('sees the settings of the role', () => {
    const of = (role: 'viewer' | 'admin' | 'owner', projectIds: string[] | null) =>
      settingsPages({ role, projectIds }).map(({ to }) => to.slice('/settings/'.length));
    assert.deepEqual(of('viewer', null), ['account', 'security', 'notifications', 'projects', 'macros']);
    assert.deepEqual(of('admin', null).slice(5), ['tags', 'members', 'api-keys']);
    assert.deepEqual(of('owner', null).slice(5), ['tags', 'members', 'api-keys', 'audit']);
    assert.deepEqual(of('owner', ['a']).slice(5), ['tags', 'members', 'api-keys']);
  });
});

test('a password is rated by its length in code points', () => {
  assert.equal(passwordStrength('elevenchars'), 'short');
  assert.equal(passwordStrength('🦊'.repeat(11)), 'short');
  assert.equal(passwordStrength('twelve chars'), 'fair');
  assert.equal(passwordStrength('a'.repeat(40)), 'fair');
  assert.equal(passwordStrength('correct horse battery'), 'good');
});
