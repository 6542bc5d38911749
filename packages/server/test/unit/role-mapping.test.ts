import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessOfGroups, parseRoleMapping, type RoleMapping } from '../../src/domain/role-mapping.ts';

const parsed = (text: string) => parseRoleMapping(text) && Object.fromEntries(parseRoleMapping(text) as RoleMapping);

test('groups with roles, and projects if they are named', () => {
  assert.deepEqual(parsed('support-leads=admin; agents = x=agent:prj_1, prj_2;'), {
    'support-leads': { role: 'admin', projectIds: null },
    'agents = x': { role: 'agent', projectIds: ['prj_1', 'prj_2'] },
  });
  assert.deepEqual(parsed('/studio/leads:de=owner'), { '/studio/leads:de': { role: 'owner', projectIds: null } });
  assert.deepEqual(parsed(''), {});
});

test('texts that are not valid', () => {
  for (const text of [
    'agents',
    'agents=',
    '=agent',
    'agents=boss',
    'agents=agent:',
    'agents=agent:one',
    'a=agent;a=admin',
  ]) {
    assert.equal(parseRoleMapping(text), undefined, text);
  }
});

test('the highest role of all groups counts, with the projects of the groups that give it', () => {
  const mapping = parseRoleMapping('a=agent:prj_1;b=agent:prj_2;c=viewer;d=admin:prj_3;all=agent') as RoleMapping;
  const access = (...groups: string[]) => accessOfGroups(mapping, groups);
  assert.deepEqual(access('a'), { role: 'agent', projectIds: ['prj_1'] });
  assert.deepEqual(access('b', 'c', 'a'), { role: 'agent', projectIds: ['prj_1', 'prj_2'] });
  assert.deepEqual(access('a', 'all', 'b'), { role: 'agent', projectIds: null });
  assert.deepEqual(access('d', 'all', 'a'), { role: 'admin', projectIds: ['prj_3'] });
  for (const groups of [[], ['other'], ['A'], ['constructor']]) assert.equal(access(...groups), undefined);
});
