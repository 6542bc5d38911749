import { PRIORITIES, type Priority, type TicketEventKind, type TicketStatus } from '@player-support/contract/enums';
import { MAX_TAGS } from '@player-support/contract/limits';
import { canAccessProject, hasRole, projectIdsOf } from '../../domain/access.ts';
import { afterSnooze, afterStatusSet, afterWake, type Snooze } from '../../domain/ticket-transitions.ts';
import { invalid } from '../../errors.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';
import type { TicketToChange } from '../../store/tickets.ts';
import { tagsOf } from './present-ticket.ts';

/** Undefined keeps a value. */
interface NewValues {
  readonly status?: TicketStatus | undefined;
  /** Null: the ticket comes back. Not together with a status. */
  readonly snooze?: Snooze | null | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly priority?: Priority | undefined;
  /** As stored (see `normalizeTags`). */
  readonly tags?: readonly string[] | undefined;
  /** Null: no longer linked. */
  readonly knownIssueId?: string | null | undefined;
}

type HistoryEntry = readonly [kind: TicketEventKind, from: string | null, to: string | null];

/**
 * Returns whether a value changes. Lock the player before. Throws AppError `validation` for an
 * assignee without access, another project's known issue, or too many tags.
 */
export async function changeTicket(
  tx: Transaction,
  { caller: actor, now }: Pick<Call<'team'>, 'caller' | 'now'>,
  ticket: TicketToChange,
  values: NewValues,
  tagsField: string,
): Promise<boolean> {
  const before = { priority: PRIORITIES[ticket.priority] ?? 'normal', tags: tagsOf(ticket.tags) };
  const { status, snooze, assigneeId = ticket.assignee_id } = values;
  const { priority = before.priority, tags = before.tags, knownIssueId = ticket.known_issue_id } = values;
  const isSnoozed = ticket.status === 'snoozed';
  const statusSet = status === undefined ? undefined : afterStatusSet(ticket, status, now);
  const transition = snooze === null && isSnoozed ? afterWake(ticket, now) : statusSet;
  const isSame = isSnoozed && ticket.snooze_until === snooze?.until && ticket.snooze_build === snooze?.build;
  const snoozing = snooze && !isSame ? afterSnooze(ticket, snooze) : undefined;
  const all: readonly HistoryEntry[] = [
    ['assignee', ticket.assignee_id, assigneeId],
    ['priority', before.priority, priority],
    ['tags', tagsText(before.tags), tagsText(tags)],
    ['known_issue', ticket.known_issue_id, knownIssueId],
  ];
  const history = all.filter(([, from, to]) => from !== to);
  if (transition === undefined && snoozing === undefined && history.length === 0) return false;

  if (tags.length > MAX_TAGS) throw invalid(tagsField, 'too-many-tags', { max: MAX_TAGS });
  if (assigneeId !== null && assigneeId !== ticket.assignee_id) await requireAssignee(tx, assigneeId, ticket);
  const isLinked = knownIssueId !== ticket.known_issue_id;
  const linkedAt = knownIssueId === null ? null : now;
  if (knownIssueId !== null && isLinked) await requireKnownIssue(tx, knownIssueId, ticket);
  if (transition !== undefined) await tx.statusChanges.apply({ ticket, transition, actor, now });
  if (snoozing !== undefined) await tx.statusChanges.snooze({ ticket, transition: snoozing, actor, now });
  if (history.length > 0) {
    await tx.tickets.setTriage({
      ...ticket,
      assignee_id: assigneeId,
      priority: PRIORITIES.indexOf(priority),
      tags: tags.length === 0 ? null : JSON.stringify(tags),
      known_issue_id: knownIssueId,
      known_issue_at: isLinked ? linkedAt : ticket.known_issue_at,
    });
  }
  for (const [kind, from, to] of history) await tx.ticketEvents.add({ ticket, kind, from, to, actor, now });
  return true;
}

const tagsText = (tags: readonly string[]) => (tags.length === 0 ? null : tags.join(', '));

async function requireKnownIssue({ knownIssues }: Transaction, id: string, ticket: TicketRow): Promise<void> {
  // Locked, so that nobody deletes it meanwhile.
  if ((await knownIssues.lockShared(id))?.project_id === ticket.project_id) return;
  throw invalid('knownIssueId', 'known-issue-elsewhere');
}

async function requireAssignee({ members }: Transaction, memberId: string, ticket: TicketRow): Promise<void> {
  const member = await members.byId(memberId);
  const hasAccess =
    member !== undefined &&
    member.disabled_at === null &&
    hasRole(member, 'agent') &&
    canAccessProject({ projectIds: projectIdsOf(member.project_ids) }, ticket.project_id);
  if (!hasAccess) throw invalid('assigneeId', 'wrong-assignee');
}
