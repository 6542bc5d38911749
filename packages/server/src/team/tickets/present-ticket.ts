import type { AttachmentResponse } from '@player-support/contract/attachments';
import { PRIORITIES } from '@player-support/contract/enums';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import type { TeamMessageResponse, TicketEventResponse, TicketMerge } from '@player-support/contract/team/tickets';
import { parseContext } from '../../domain/context.ts';
import { isAccount } from '../../domain/ids.ts';
import { undoUntil } from '../../domain/merges.ts';
import { dueAt, targetsOf } from '../../domain/response-targets.ts';
import { shownStatus } from '../../domain/ticket-transitions.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { QueueRow } from '../../store/queue-page.ts';
import type { MessageRow, ProjectRow, TicketEventRow, TicketRow } from '../../store/tables.ts';

/** Returns the targets of the project, which is one of these. */
export const targetsIn = (projects: readonly ProjectRow[], { project_id: id }: Pick<TicketRow, 'project_id'>) =>
  targetsOf(projects.find(({ project_id }) => project_id === id) ?? { response_targets: null });

export function presentTicket(row: QueueRow, projects: readonly ProjectRow[]): QueueTicketResponse {
  const { platform, appVersion, locale } = parseContext(row.context);
  return {
    id: row.ticket_id,
    number: row.number,
    projectId: row.project_id,
    playerId: row.player_id,
    userId: row.user_id || null,
    verified: isAccount(row.player_id),
    playerBlocked: row.player_blocked === 1,
    type: row.type,
    status: shownStatus(row.status),
    held: row.status === 'held',
    snooze: row.status === 'snoozed' ? presentSnooze(row) : null,
    subject: row.subject,
    lastMessagePreview: row.last_message_preview,
    lastMessageAt: isoOrNull(row.last_message_at),
    attentionSince: isoOrNull(row.attention_since),
    mergedInto: row.merged_into,
    dueAt: isoOrNull(dueAt(row, targetsIn(projects, row))),
    createdAt: iso(row.created_at),
    knownIssue: row.known_issue_id === null ? null : { id: row.known_issue_id, title: row.known_issue_title ?? '' },
    assigneeId: row.assignee_id,
    priority: PRIORITIES[row.priority] ?? 'normal',
    tags: tagsOf(row.tags),
    platform,
    appVersion,
    locale,
  };
}

function presentSnooze({ snooze_until: until, snooze_build: build }: Pick<QueueRow, 'snooze_until' | 'snooze_build'>) {
  return { until: isoOrNull(until), untilReply: until === null && build === null, untilBuild: build };
}

export const tagsOf = (json: string | null) => (json === null ? [] : (JSON.parse(json) as string[]));

export function presentMessage(row: MessageRow, attachments: AttachmentResponse[]): TeamMessageResponse {
  return {
    id: row.message_id,
    ticketId: row.ticket_id,
    authorType: row.author_type,
    visibility: row.visibility,
    message: row.message,
    attachments,
    author: actor(row.author_id, row.author_name),
    createdAt: iso(row.created_at),
    readAt: isoOrNull(row.read_at),
  };
}

export function presentMerge(other: Pick<TicketRow, 'ticket_id' | 'subject'>, mergedAt: number | null): TicketMerge {
  const at = mergedAt ?? 0;
  return { ticketId: other.ticket_id, subject: other.subject, mergedAt: iso(at), undoUntil: iso(undoUntil(at)) };
}

export function presentEvent(row: TicketEventRow): TicketEventResponse {
  return {
    id: row.event_id,
    kind: row.kind,
    from: row.from_value,
    to: row.to_value,
    actor: actor(row.actor_id, row.actor_name),
    createdAt: iso(row.created_at),
  };
}

const actor = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
