import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditDetails } from '../../src/audit/audit-details.ts';
import type { Translate } from '../../src/i18n/text.ts';

/** Returns the key and its parameters. */
const t: Translate = (key, ...[params]) => `${key} ${Object.values(params ?? {}).join()}`.trim();

function texts(details: Record<string, unknown>): string {
  return auditDetails(details, {
    t,
    memberName: (id) => `member ${id}`,
    projectName: (id) => `project ${id}`,
    typeLabel: (type) => (type === '' ? '' : `label of ${type}`),
  }).join(' · ');
}

test('the details of an entry are shown as texts', () => {
  assert.equal(texts({ role: 'agent', projectIds: null }), 'role.agent · label.all-projects');
  assert.equal(texts({ projectIds: ['prj_a', 'prj_b'] }), 'project prj_a, project prj_b');
  assert.equal(texts({ projectIds: ['prj_a'], projectIdsCount: 300 }), 'project prj_a · … (300)');
  assert.equal(texts({ projectIds: [] }), 'label.no-projects');
  assert.equal(texts({ status: 'resolved' }), 'label.status.now status.resolved');
  assert.equal(texts({ assigneeId: 'mem_a', tags: [] }), 'label.assignee.now member mem_a · audit.detail.no-tags');
  assert.equal(texts({ assigneeId: null }), 'audit.detail.unassigned');
  assert.equal(
    texts({ ticketIds: ['tkt_a', 'tkt_b'], addTags: ['vip'], removeTags: [] }),
    'audit.detail.tickets 2 · audit.detail.tags-added vip',
  );
  assert.equal(
    texts({ ticketIds: ['tkt_a'], keptTicketIds: ['tkt_b', 'tkt_c'] }),
    'audit.detail.tickets 1 · audit.detail.tickets-kept 2',
  );
  assert.equal(texts({ changed: ['name', 'autoCloseDays'], autoCloseDays: 3 }), 'label.name · label.auto-close 3');
  assert.equal(texts({ apiKeyIds: ['key_a', 'key_b'] }), 'audit.detail.api-keys 2');
  assert.equal(texts({ changed: ['limits'] }), 'label.player-limits');
  assert.equal(texts({ changed: ['title', 'startsAt'] }), 'label.title, announcements.start');
  assert.equal(
    texts({ webhook: 'a.example', removedWebhook: 'b.example' }),
    'audit.detail.webhook a.example · audit.detail.webhook-removed b.example',
  );
  assert.equal(texts({ withheldAnnouncements: 2 }), 'audit.detail.announcements-withheld 2');
  assert.equal(texts({ stoppedAnswers: 2 }), 'audit.detail.answers-stopped 2');
  assert.equal(texts({ attachmentIds: ['att_a', 'att_b'] }), 'audit.detail.files 2');
  assert.equal(texts({ blocked: true }), 'label.blocked');
  assert.equal(texts({ ticketType: 'bug', formVersion: 3 }), 'label of bug · audit.detail.form-version 3');
  assert.equal(texts({ ticketType: '' }), 'label.no-type');
  assert.equal(texts({ locale: 'pt-PT' }), 'pt-PT');
  assert.equal(texts({ failed: 'code' }), 'audit.failure.code');
  assert.equal(texts({ groupsUnknown: true }), 'audit.detail.groups-unknown');
});

test('ids are left out, and unknown details are shown as they are', () => {
  assert.equal(texts({ messageId: 'msg_06gvq96s' }), '');
  assert.equal(texts({ name: false, password: true }), 'label.password');
  assert.equal(texts({ status: 'new-status' }), '');
  assert.equal(texts({ colour: 'green' }), 'colour: "green"');
});
