import type { MacroResponse } from '@player-support/contract/macros';
import type {
  AnnouncementResponse,
  PlayerResponse,
  ProjectResponse,
  QueueTicketResponse,
  TeamMessageResponse,
  TicketEventResponse,
  TicketType,
} from '@player-support/contract/team';
import { PRIORITIES } from '@player-support/contract/words';
import { shownContext } from '../domain/context.ts';
import { limitsOf } from '../domain/project.ts';
import { iso, isoOrNull } from '../domain/time.ts';
import type { QueueRow } from '../store/queue.ts';
import type { AnnouncementRow, MacroRow, MessageRow, PlayerRow, ProjectRow, TicketEventRow } from '../store/tables.ts';

/** Rows as the team API shows them. */

export function presentProject(row: ProjectRow): ProjectResponse {
  return {
    id: row.project_id,
    name: row.name,
    publicKey: row.public_key,
    status: row.status,
    autoCloseDays: row.auto_close_days,
    ticketTypes: JSON.parse(row.ticket_types) as TicketType[],
    limits: limitsOf(row),
    createdAt: iso(row.created_at),
  };
}

export function presentPlayer(row: PlayerRow): PlayerResponse {
  return {
    id: row.player_id,
    projectId: row.project_id,
    userId: row.user_id,
    sessionId: row.session_id,
    context: shownContext(row.context),
    blocked: row.blocked === 1,
    openTickets: row.open_tickets,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
  };
}

export function presentTicket(row: QueueRow): QueueTicketResponse {
  const { platform, appVersion, locale } = shownContext(row.context);
  return {
    id: row.ticket_id,
    projectId: row.project_id,
    playerId: row.player_id,
    type: row.type,
    status: row.status,
    subject: row.subject,
    lastMessagePreview: row.last_message_preview,
    lastMessageAt: isoOrNull(row.last_message_at),
    attentionSince: isoOrNull(row.attention_since),
    createdAt: iso(row.created_at),
    assigneeId: row.assignee_id,
    priority: PRIORITIES[row.priority] ?? 'normal',
    tags: tagsOf(row.tags),
    platform,
    appVersion,
    locale,
  };
}

/** The tags of a ticket's row; they are kept as JSON. */
export function tagsOf(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

export function presentMessage(row: MessageRow): TeamMessageResponse {
  return {
    id: row.message_id,
    authorType: row.author_type,
    visibility: row.visibility,
    message: row.message,
    author: actor(row.author_id, row.author_name),
    createdAt: iso(row.created_at),
    readAt: isoOrNull(row.read_at),
  };
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

function actor(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}

export function presentAnnouncement(row: AnnouncementRow): AnnouncementResponse {
  return {
    id: row.announcement_id,
    projectId: row.project_id,
    title: row.title,
    body: row.body,
    startsAt: isoOrNull(row.starts_at),
    endsAt: isoOrNull(row.ends_at),
    createdAt: iso(row.created_at),
  };
}

export function presentMacro(row: MacroRow): MacroResponse {
  return {
    id: row.macro_id,
    projectId: row.project_id,
    name: row.name,
    body: row.body,
    createdAt: iso(row.created_at),
  };
}
