import assert from 'node:assert/strict';
import { newId } from '../../src/domain/ids.ts';
import type { AuditEntryRow } from '../../src/store/tables.ts';

export const anAuditEntry = (
  now: number,
  subject: Pick<AuditEntryRow, 'action' | 'target' | 'details'>,
): AuditEntryRow => ({
  ...subject,
  audit_entry_id: newId('auditEntry', now),
  created_at: now,
  actor_type: 'member',
  actor_id: 'mem_a',
  actor_name: 'Ada',
  project_id: null,
  address: null,
  request_id: null,
  occurrences: null,
});

export function linesOf(text: string) {
  assert.match(text, /^$|\n$/);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
