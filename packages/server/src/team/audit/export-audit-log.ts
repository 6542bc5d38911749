import { Readable } from 'node:stream';
import { AuditEntryResponse, AuditPeriodQuery } from '@player-support/contract/team/audit';
import { parseDayOrTime } from '../../domain/time.ts';
import { invalid } from '../../errors.ts';
import { NDJSON, operation } from '../../operations/operation.ts';
import { exportLines } from '../export-lines.ts';
import { requireAllProjects } from '../grants.ts';
import { auditLines } from './audit-lines.ts';

export const exportAuditLog = operation({
  id: 'ExportAuditLog',
  tag: 'Audit log',
  summary: 'Export the audit log',
  description:
    'Oldest first, as JSON lines: each line is an entry. If the connection breaks, the last lines are missing.',
  method: 'GET',
  url: '/api/v1/team/audit/export',
  auth: 'team',
  role: 'owner',
  query: AuditPeriodQuery,
  needs: ['downloads', 'expensiveReads'],
  success: { status: 200, schema: AuditEntryResponse, type: NDJSON },

  async handle(call, context) {
    const { caller, query, head, now } = call;
    requireAllProjects(caller);
    const period = { from: timeOf('from', query.from), to: Math.min(timeOf('to', query.to) ?? now + 1, now + 1) };
    const headers = { 'content-disposition': 'attachment; filename="audit-log.ndjson"' };
    if (head) return { status: 200, headers, body: Readable.from([]) };
    // The role is checked with each authentication.
    const lines = exportLines(call, context, requireAllProjects, (read, isOver) =>
      auditLines(context.store, period, isOver, read),
    );
    return { status: 200, headers, body: lines };
  },
});

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseDayOrTime(text);
  if (time !== undefined) return time;
  throw invalid(name, 'not-a-day-or-time');
}
