import { Readable } from 'node:stream';
import { AuditEntryResponse, AuditPeriodQuery } from '@player-support/contract/team/audit';
import { hasRole } from '../../domain/access.ts';
import { parseDayOrTime } from '../../domain/time.ts';
import { AppError, invalid } from '../../errors.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import { NDJSON, operation } from '../../operations/operation.ts';
import { exportLines } from '../export-lines.ts';
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
    requireAccess(caller);
    const period = { from: timeOf('from', query.from), to: Math.min(timeOf('to', query.to) ?? now + 1, now + 1) };
    const headers = { 'content-disposition': 'attachment; filename="audit-log.ndjson"' };
    if (head) return { status: 200, headers, lines: Readable.from([]) };
    const lines = exportLines(call, context, requireAccess, (read, isOver) =>
      auditLines(context.store, period, isOver, read),
    );
    return { status: 200, headers, lines };
  },
});

/** Throws AppError `forbidden`. */
function requireAccess(caller: TeamCaller): void {
  if (caller.projectIds === null && hasRole(caller, 'owner')) return;
  throw new AppError('forbidden', { detail: 'This needs access to all projects.' });
}

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseDayOrTime(text);
  if (time !== undefined) return time;
  throw invalid(name, 'not-a-day-or-time');
}
