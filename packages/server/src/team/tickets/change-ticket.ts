import { PRIORITIES, type Priority, type TicketEventKind } from '@player-support/contract/enums';
import { hasRole, mayEnter, projectIdsOf } from '../../domain/access.ts';
import { newId } from '../../domain/ids.ts';
import { TAG_LIMIT } from '../../domain/tags.ts';
import { statusNotice, type TicketStatus } from '../../domain/ticket-life.ts';
import { AppError } from '../../errors.ts';
import type { Author } from '../../store/messages.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';
import { tagsOf } from './present-ticket.ts';

/** What a ticket is to become; what is undefined stays as it is. */
export interface TicketChanges {
  readonly status?: TicketStatus | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly priority?: Priority | undefined;
  /** As they are stored. */
  readonly tags?: readonly string[] | undefined;
}

/**
 * Changes a ticket that is locked, tells the player of resolved and closed, and leaves an event for each thing that was
 * not so already. Gives whether there was any. `tagsField` is where the tags came from.
 *
 * @throws AppError `validation` for an assignee who cannot work on it, or too many tags
 */
export async function changeTicket(
  tx: Transaction,
  actor: Author,
  ticket: TicketRow,
  { status = ticket.status, assigneeId = ticket.assignee_id, priority, tags }: TicketChanges,
  now: number,
  tagsField = 'tags',
): Promise<boolean> {
  const before = { priority: PRIORITIES[ticket.priority] ?? 'normal', tags: tagsOf(ticket.tags) };
  const after = { priority: priority ?? before.priority, tags: tags ?? before.tags };
  const all: [TicketEventKind, from: string | null, to: string | null][] = [
    ['status', ticket.status, status],
    ['assignee', ticket.assignee_id, assigneeId],
    ['priority', before.priority, after.priority],
    ['tags', shown(before.tags), shown(after.tags)],
  ];
  const changes = all.filter(([, from, to]) => from !== to);
  if (changes.length === 0) return false;

  if (after.tags.length > TAG_LIMIT) throw invalid(tagsField, `A ticket has at most ${TAG_LIMIT} tags.`);
  if (assigneeId !== null && assigneeId !== ticket.assignee_id) await requireAssignee(tx, assigneeId, ticket);
  if (status !== ticket.status) {
    const openTickets = await tx.tickets.setStatus(ticket, status, now);
    await tx.players.notified(ticket.player_id, openTickets, statusNotice(status) === undefined ? null : now);
    await tellStatus(tx, ticket, status, now);
  }
  if (changes.some(([kind]) => kind !== 'status')) {
    await tx.tickets.setTriage(ticket, {
      assignee_id: assigneeId,
      priority: PRIORITIES.indexOf(after.priority),
      tags: after.tags.length === 0 ? null : JSON.stringify(after.tags),
    });
  }
  for (const [kind, from, to] of changes) await addEvent(tx, actor, ticket, [kind, from, to], now);
  return true;
}

/** Puts into the player's inbox that the team set this status, if that is to be told. */
export async function tellStatus(tx: Transaction, ticket: TicketRow, status: TicketStatus, now: number): Promise<void> {
  const body = statusNotice(status);
  if (body === undefined) return;
  await tx.inbox.add({
    playerId: ticket.player_id,
    messageId: newId('inboxMessage', now),
    type: 'ticket_status',
    ticketId: ticket.ticket_id,
    title: ticket.subject,
    body,
    now,
  });
}

/** Leaves one event in the history of a ticket. */
export function addEvent(
  tx: Pick<Transaction, 'ticketEvents'>,
  actor: Author,
  { player_id, ticket_id }: TicketRow,
  [kind, from_value, to_value]: readonly [TicketEventKind, from: string | null, to: string | null],
  now: number,
): Promise<number> {
  const made = { event_id: newId('ticketEvent', now), actor_id: actor.id, actor_name: actor.name, created_at: now };
  return tx.ticketEvents.add({ player_id, ticket_id, kind, from_value, to_value, ...made });
}

function shown(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : tags.join(', ');
}

function invalid(field: string, message: string): AppError {
  return new AppError('validation', { errors: { [field]: [message] } });
}

async function requireAssignee(
  { members }: Pick<Transaction, 'members'>,
  id: string,
  ticket: TicketRow,
): Promise<void> {
  const member = await members.byId(id);
  const works =
    member !== undefined &&
    member.disabled_at === null &&
    hasRole(member, 'agent') &&
    mayEnter({ projectIds: projectIdsOf(member.project_ids) }, ticket.project_id);
  if (!works) throw invalid('assigneeId', 'Must be a member of the team who may answer tickets of this project.');
}
