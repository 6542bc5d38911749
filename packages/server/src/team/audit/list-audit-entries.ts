import { MAX_AUDIT_ENTRIES } from '@player-support/contract/limits';
import { AuditQuery, AuditResponse } from '@player-support/contract/team/audit';
import { isId } from '../../domain/ids.ts';
import { invalid } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { requireAllProjects } from '../grants.ts';
import { presentAuditEntry } from './audit-lines.ts';

export const listAuditEntries = operation({
  id: 'ListAuditEntries',
  tag: 'Audit log',
  summary: 'List the entries of the audit log',
  description: 'Newest first.',
  method: 'GET',
  url: '/api/v1/team/audit',
  auth: 'team',
  role: 'owner',
  query: AuditQuery,
  success: { status: 200, schema: AuditResponse },

  async handle({ caller, query }, { store }) {
    requireAllProjects(caller);
    const { actorId, action, cursor } = query;
    if (cursor !== undefined && !isId('auditEntry', cursor)) throw invalid('cursor', 'wrong-cursor');
    const rows = await store.audit.list({ actorId, action, before: cursor }, MAX_AUDIT_ENTRIES + 1);
    const page = rows.slice(0, MAX_AUDIT_ENTRIES);
    const nextCursor = rows.length > MAX_AUDIT_ENTRIES ? (page.at(-1)?.audit_entry_id ?? null) : null;
    return { status: 200, body: { entries: page.map(presentAuditEntry), nextCursor } };
  },
});
