import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newProject } from '../../../src/domain/project.ts';
import { START } from '../../helpers/harness.ts';

test('a new project is active, closes resolved tickets after seven days and has the default ticket types', () => {
  const project = newProject('Game', START);
  assert.equal(project.name, 'Game');
  assert.equal(project.status, 'active');
  assert.equal(project.auto_close_days, 7);
  assert.equal(project.created_at, START);
  const types = JSON.parse(project.ticket_types) as { type: string; label: string }[];
  assert.deepEqual(
    types.map(({ type }) => type),
    ['bug', 'payment', 'account', 'gameplay', 'feedback', 'report_player', 'appeal', 'other'],
  );
  for (const { label } of types) assert.match(label, /\S/);
});

test('no two projects share an id, a public key or a salt', () => {
  const one = newProject('Game', START);
  const other = newProject('Game', START);
  assert.notEqual(one.project_id, other.project_id);
  assert.notEqual(one.public_key, other.public_key);
  assert.notEqual(one.identity_salt, other.identity_salt);
});
