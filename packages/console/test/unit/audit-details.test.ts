import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditDetails } from '../../src/settings/audit-details.ts';
import type { Translate } from '../../src/text.ts';

/** Gives the key and the number of what would be said. */
const t: Translate = (key, ...[params]) => `${key} ${Object.values(params ?? {}).join()}`.trim();

function said(details: Record<string, unknown>): string {
  return auditDetails(details, { t, member: (id) => `member ${id}`, project: (id) => `project ${id}` }).join(' · ');
}

test('what the audit log knows of an action is said as people say it', () => {
  assert.equal(said({ role: 'agent', projectIds: null }), 'role.agent · access.all');
  assert.equal(said({ projectIds: ['prj_a', 'prj_b'] }), 'project prj_a, project prj_b');
  assert.equal(said({ projectIds: ['prj_a'], projectIdsCount: 300 }), 'project prj_a · … (300)');
  assert.equal(said({ projectIds: [] }), 'access.none');
  assert.equal(said({ status: 'resolved' }), 'queue.filter.status: queue.status.resolved');
  assert.equal(
    said({ assigneeId: 'mem_a', tags: [] }),
    ['queue.filter.assignee: member mem_a', 'queue.bulk.tags: projects.types.none'].join(' · '),
  );
  assert.equal(said({ assigneeId: null }), 'queue.filter.assignee: queue.assignee.nobody');
  assert.equal(
    said({ ticketIds: ['tkt_a', 'tkt_b'], addTags: ['vip'], removeTags: [] }),
    'queue.list.count 2 · queue.tags.add: vip',
  );
  assert.equal(
    said({ changed: ['name', 'autoCloseDays'], autoCloseDays: 3 }),
    'projects.name · projects.auto-close.after 3',
  );
  assert.equal(said({ apiKeyIds: ['key_a', 'key_b'] }), 'api-keys.count 2');
  assert.equal(said({ changed: ['limits'] }), 'limits.title');
  assert.equal(said({ blocked: true }), 'audit.detail.blocked');
  assert.equal(said({ failed: 'code' }), 'audit.detail.code');
});

test('what tells a person nothing is left out, and what is not known is shown as it is', () => {
  assert.equal(said({ messageId: 'msg_06gvq96s' }), '');
  assert.equal(said({ name: false, password: true }), 'account.password');
  assert.equal(said({ status: 'new-status' }), '');
  assert.equal(said({ colour: 'green' }), 'colour: "green"');
});
