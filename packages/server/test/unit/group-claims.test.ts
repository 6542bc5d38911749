import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsIn } from '../../src/team/oidc/group-claims.ts';

test('the claim with groups has a name or a path, and a name with dots comes first', () => {
  const claims = {
    groups: ['top'],
    realm_access: { roles: ['nested', 7, null], 'a.b': 'dots' },
    'realm_access.literal': ['literal'],
    'https://studio.example/groups': ['namespace'],
    resource_access: { 'my.client': { roles: ['client'] }, my: { client: { other: ['deep'] } } },
    'outer.inner': { roles: ['outer'] },
    text: 'one group',
    empty: { roles: null },
  };
  const both = { ...claims, 'realm_access.roles': ['flat'] };
  for (const [name, expected] of [
    ['groups', ['top']],
    ['realm_access.roles', ['nested']],
    ['realm_access.literal', ['literal']],
    ['realm_access.a.b', ['dots']],
    ['https://studio.example/groups', ['namespace']],
    ['resource_access.my.client.roles', ['client']],
    ['resource_access.my.client.other', ['deep']],
    ['outer.inner.roles', ['outer']],
    ['text', ['one group']],
    ...[
      'realm_access',
      'realm_access.none',
      'groups.0',
      'text.length',
      'empty.roles.x',
      'a..b',
      '.groups',
      'groups.',
    ].map((none) => [none, none === 'groups.0' ? ['top'] : []] as const),
    ...['constructor.name', '__proto__.roles', 'realm_access.__proto__.constructor.name'].map(
      (none) => [none, []] as const,
    ),
  ] as const) {
    assert.deepEqual(groupsIn([claims], name), expected, name);
  }
  assert.deepEqual(groupsIn([both], 'realm_access.roles'), ['flat']);
  assert.deepEqual(groupsIn([{ realm_access: {} }, claims], 'realm_access.roles'), ['nested']);
  assert.deepEqual(groupsIn([{ groups: [] }, claims], 'groups'), [], 'the provider says so now');
});

test('groups that do not fit into a token are unknown, also if the token has an empty list', () => {
  const elsewhere = { _claim_names: { groups: 'src1' } };
  for (const none of [{}, { groups: [] }, { groups: null }, { groups: [7] }]) {
    assert.equal(groupsIn([none, elsewhere], 'groups'), undefined);
    assert.equal(groupsIn([{ ...none, hasgroups: 'true' }], 'groups'), undefined);
    assert.deepEqual(groupsIn([none, {}], 'groups'), []);
  }
  assert.deepEqual(groupsIn([{}, { ...elsewhere, groups: ['some'] }], 'groups'), ['some']);
});
