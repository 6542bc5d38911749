import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Facts,
  stepsFor,
  testProject,
  type Visibility,
  visibleSteps,
} from '../../src/queue/first-steps/first-steps.ts';

const ALL = ['project', 'ticket', 'notifications', 'member'] as const;
const facts = (changes: Partial<Facts> = {}): Facts => ({
  project: true,
  ticket: false,
  notifications: true,
  member: false,
  ...changes,
});
const shown = (changes: Partial<Facts>, { visibility = 'auto' as Visibility, ticketCount = 0 } = {}) =>
  visibleSteps(ALL, { visibility, ticketCount, facts: facts(changes) }).map(({ id, isDone }) => `${id} ${isDone}`);

suite('the first steps', () => {
  test('each member gets those that the role allows', () => {
    const ids = (role: Parameters<typeof stepsFor>[0]['role'], projectIds: string[] | null = null) =>
      stepsFor({ role, projectIds });
    assert.deepEqual(ids('owner'), ALL);
    assert.deepEqual(ids('admin'), ALL);
    assert.deepEqual(ids('admin', ['prj_1']), ['ticket', 'notifications', 'member']);
    assert.deepEqual(ids('agent'), ['ticket', 'notifications']);
    assert.deepEqual(ids('viewer'), []);
  });

  test('appear when everything is known, and go when all is done or there are many tickets', () => {
    assert.deepEqual(shown({}), ['project true', 'ticket false', 'notifications true', 'member false']);
    assert.deepEqual(shown({ member: undefined }), []);
    assert.deepEqual(shown({ notifications: undefined }), []);
    assert.deepEqual(visibleSteps(ALL, { visibility: 'auto', ticketCount: undefined, facts: facts() }), []);
    assert.deepEqual(shown({ ticket: true, member: true }), []);
    assert.equal(shown({ ticket: true }, { ticketCount: 10 }).length, 4);
    assert.deepEqual(shown({ ticket: true }, { ticketCount: 11 }), []);
  });

  test('stay away after Hide, and stay after the command that shows them', () => {
    assert.deepEqual(shown({}, { visibility: 'hidden' }), []);
    assert.equal(shown({ ticket: true, member: true }, { visibility: 'shown', ticketCount: 5000 }).length, 4);
  });
});

test('a test ticket goes to a project of the team, and to the demo only if there is no other', () => {
  const project = (name: string, status: 'active' | 'disabled' = 'active') => ({ name, status });
  const nameOf = (...projects: ReturnType<typeof project>[]) => testProject(projects)?.name;
  assert.equal(nameOf(project('Demo'), project('Old', 'disabled'), project('Castle')), 'Castle');
  assert.equal(nameOf(project('Demo'), project('Old', 'disabled')), 'Demo');
  assert.equal(nameOf(), undefined);
});
