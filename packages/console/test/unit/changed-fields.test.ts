import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MemberResponse } from '@player-support/contract/team/members';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { changedFields } from '../../src/lib/changed-fields.ts';
import { memberChanges } from '../../src/members/member-changes.ts';
import { projectChanges } from '../../src/projects/project-changes.ts';

test('only the fields that differ are sent', () => {
  const before = { a: 1, b: ['x'], c: null };
  assert.deepEqual(changedFields(before, { a: 1, b: ['x'], c: null }), {});
  assert.deepEqual(changedFields<Record<string, unknown>>(before, { ...before, b: [], c: false }), { b: [], c: false });
});

describe('the changes of a member', () => {
  const member: MemberResponse = {
    id: 'mem_1',
    email: 'vic@studio.example',
    name: 'Vic',
    role: 'agent',
    projectIds: ['a', 'b'],
    disabled: false,
    totp: false,
    oidc: false,
    createdAt: '2030-01-01T00:00:00.000Z',
  };

  test('are empty if nothing changed, with projects in any order', () => {
    assert.deepEqual(memberChanges(member, member), {});
    assert.deepEqual(memberChanges(member, { ...member, projectIds: ['b', 'a'] }), {});
  });

  test('are one field if one changed', () => {
    assert.deepEqual(memberChanges(member, { ...member, role: 'admin' }), { role: 'admin' });
    assert.deepEqual(memberChanges(member, { ...member, disabled: true }), { disabled: true });
    const disabled = { ...member, disabled: true };
    assert.deepEqual(memberChanges(disabled, { ...disabled, disabled: false }), { disabled: false });
    for (const projectIds of [null, [], ['a'], ['a', 'b', 'c']]) {
      assert.deepEqual(memberChanges(member, { ...member, projectIds }), { projectIds });
    }
    const everywhere = { ...member, projectIds: null };
    assert.deepEqual(memberChanges(everywhere, { ...everywhere, projectIds: [] }), { projectIds: [] });
  });

  test('are all fields if all changed', () => {
    const after = { role: 'viewer', projectIds: null, disabled: true } as const;
    assert.deepEqual(memberChanges(member, after), after);
  });
});

describe('the changes of a project', () => {
  const project: ProjectResponse = {
    id: 'prj_1',
    name: 'Space Cats',
    publicKey: 'pk_1',
    status: 'active',
    autoCloseDays: 7,
    stormMode: 'automatic',
    holdingSince: null,
    playerData: false,
    ticketTypes: [{ type: 'bug', label: 'Bug' }],
    limits: {
      newPlayersPerAddress: 300,
      newPlayersPerProject: 6000,
      newPlayerTicketsPerAddress: 60,
      newPlayerTicketsPerProject: 3000,
    },
    responseTargets: { urgent: 60, high: 240, normal: 1440, low: 4320 },
    createdAt: '2030-01-01T00:00:00.000Z',
  };

  test('are empty if only spaces around the name changed', () => {
    assert.deepEqual(projectChanges(project, { ...project, name: ' Space Cats ' }), {});
  });

  test('have only the response targets that changed', () => {
    const responseTargets = { ...project.responseTargets, high: 30 };
    assert.deepEqual(projectChanges(project, { ...project, responseTargets }), { responseTargets: { high: 30 } });
  });

  test('are one field if one changed', () => {
    const ticketTypes = [{ type: 'bug', label: 'Bugs' }];
    for (const change of [
      { name: 'Cats' },
      { status: 'disabled' as const },
      { autoCloseDays: 0.5 },
      { ticketTypes },
      { ticketTypes: [] },
    ]) {
      assert.deepEqual(projectChanges(project, { ...project, ...change }), change);
    }
  });

  test('are one limit if one limit changed, also to 0', () => {
    for (const limit of [0, 50]) {
      const limits = { ...project.limits, newPlayersPerProject: limit };
      assert.deepEqual(projectChanges(project, { ...project, limits }), { limits: { newPlayersPerProject: limit } });
    }
  });
});
