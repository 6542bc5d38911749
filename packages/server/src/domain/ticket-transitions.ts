import { type StoredStatus, TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';
import type { NoticeId } from '@player-support/contract/notices';
import { afterPlainReply } from './plain-writes.ts';
import type { Snooze } from './snooze.ts';

/**
 * The status transitions of a ticket. Each function decides what one action changes. The store
 * applies the result. No other code sets a status. The state after a plain reply is in
 * plain-writes.ts, because SQL uses it too.
 */

/** The columns of a ticket that depend on its status. */
export type TicketState = {
  readonly status: StoredStatus;
  /** Since when the ticket waits for the team. Null unless it is open. */
  readonly attention_since: number | null;
  /** When the ticket was resolved. Null unless its status is `resolved`. */
  readonly resolved_at: number | null;
};

/**
 * The columns of a snooze. They mean something only while the status is `snoozed`, so nothing else
 * resets them.
 */
export type SnoozeColumns = {
  readonly snooze_until: number | null;
  readonly snooze_build: string | null;
  /** `attention_since` before. The ticket has it again when it comes back. */
  readonly waited_since: number | null;
};

/** A ticket before a change. */
type Before = TicketState & Partial<SnoozeColumns>;

/** What an action changes. */
export interface Transition {
  /** The new values of the ticket's columns. */
  readonly state: TicketState;
  /** The change of the player's number of open tickets. */
  readonly openTicketsChange: -1 | 0 | 1;
  /** The inbox message about the new status. Null: no message. */
  readonly notice: NoticeId | null;
  /** Whether the ticket's history gets an entry. Most replies need none: they show the change. */
  readonly isRecorded: boolean;
}

/** The statuses that the team can set with a reply. */
export type ReplyStatus = Exclude<TicketStatus, 'open'>;

/** The player creates a ticket. */
export function afterCreate(now: number): Transition {
  return { ...transitionTo('open', undefined, now), notice: null, isRecorded: false };
}

/** The player creates a ticket, and it is held: the team does not see it in the queue. */
export function afterHold(): Transition {
  const state = { status: 'held', attention_since: null, resolved_at: null } as const;
  return { state, openTicketsChange: 1, notice: null, isRecorded: false };
}

/** A held ticket comes into the queue. It has waited since it was created. */
export function afterRelease({ created_at }: { readonly created_at: number }): TicketState {
  return transitionTo('open', undefined, created_at).state;
}

/** The status of a ticket as players and the team see it. */
export function shownStatus(status: StoredStatus): TicketStatus {
  return status === 'held' || status === 'snoozed' ? 'open' : status;
}

/** The team creates a ticket with a message. It waits for the player. */
export function afterTeamCreate(now: number): Transition {
  return { ...transitionTo('pending', undefined, now), notice: null, isRecorded: false };
}

/**
 * The player replies. An open ticket keeps its place in the queue. A pending or resolved one
 * becomes open, and so does a snoozed one. A held one stays held. Undefined: the ticket is closed
 * and takes no reply.
 */
export function afterPlayerReply(ticket: Before, now: number): Transition | undefined {
  if (isClosed(ticket)) return undefined;
  const common = { openTicketsChange: 0, notice: null, isRecorded: false } as const;
  if (ticket.status === 'held') return { state: afterHold().state, ...common };
  if (ticket.status !== 'snoozed')
    return { state: afterPlainReply(ticket.attention_since, now, (since, time) => since ?? time), ...common };
  // Snoozed until a reply: the team waited for this one, so the player begins to wait now.
  const isAwaited = ticket.snooze_until == null && ticket.snooze_build == null;
  return { ...transitionTo('open', isAwaited ? { ...ticket, waited_since: null } : ticket, now), ...common };
}

/** The team replies, and sets a status. The inbox gets the reply, so `pending` needs no notice. */
export function afterTeamReply(ticket: Before, status: ReplyStatus, now: number): Transition {
  const needsNotice = status !== ticket.status && status !== 'pending';
  return {
    ...transitionTo(status, ticket, now),
    notice: needsNotice ? statusNotice(status) : null,
    isRecorded: needsNotice,
  };
}

/** The team sets a status without a reply. Undefined: the ticket already has this status. */
export function afterStatusSet(ticket: Before, status: TicketStatus, now: number): Transition | undefined {
  if (status === ticket.status) return undefined;
  const isRecorded = status !== shownStatus(ticket.status);
  return { ...transitionTo(status, ticket, now), notice: statusNotice(status), isRecorded };
}

/** The team snoozes a ticket. Undefined: it is resolved or closed, so it waits for nobody. */
export function afterSnooze(ticket: Before, { until, build }: Snooze): SnoozeTransition | undefined {
  if (ticket.status === 'resolved' || isClosed(ticket)) return undefined;
  const state = { status: 'snoozed', attention_since: null, resolved_at: null } as const;
  const snooze = { snooze_until: until, snooze_build: build, waited_since: waitOf(ticket) };
  return { state, snooze };
}

/** What snoozing a ticket changes. */
export interface SnoozeTransition {
  readonly state: TicketState;
  readonly snooze: SnoozeColumns;
}

/** A snoozed ticket comes back. If it waited before, it has waited since then. */
export function afterWake(ticket: Before, now: number): Transition {
  return { ...transitionTo('open', ticket, now), notice: null, isRecorded: false };
}

/**
 * The player says whether the known issue of a ticket is fixed. The history has the answer, and the
 * player needs no notice. Undefined: the status stays.
 */
export function afterFixedAnswer(ticket: Before, isFixed: boolean, now: number): Transition | undefined {
  const status = isFixed ? 'closed' : 'open';
  if (ticket.status === status || ticket.status === 'held') return undefined;
  return { ...transitionTo(status, ticket, now), notice: null, isRecorded: false };
}

/** The server closes a ticket that has been resolved for its project's `autoCloseDays`. */
export function afterAutoClose(ticket: TicketState, now: number): Transition {
  return { ...transitionTo('closed', ticket, now), notice: null, isRecorded: true };
}

/** The server closes a ticket that waits for nobody to make room for a new one. */
export function afterCloseForNewTicket(now: number): Transition {
  return { ...transitionTo('closed', { status: 'resolved' }, now), notice: null, isRecorded: false };
}

/** How many tickets to close so that a player with this many open tickets can have another one. */
export function ticketsToClose(openTickets: number): number {
  return Math.max(0, openTickets + 1 - MAX_OPEN_TICKETS);
}

/** What a merge changes. */
interface MergeTransition {
  readonly source: TicketState;
  readonly target: TicketState;
  /** The change of the player's number of open tickets. */
  readonly openTicketsChange: number;
}

/**
 * A ticket is merged into another one, and becomes closed. The other one gets
 * whichever of the two statuses comes first in TICKET_STATUSES. So a ticket that waited for the team
 * still waits for the team.
 */
export function afterMerge(source: TicketState, target: TicketState): MergeTransition {
  const { status } = [source, target].toSorted((a, b) => urgency(a) - urgency(b))[0] ?? target;
  const times = (column: 'attention_since' | 'resolved_at') =>
    [source[column], target[column]].filter((time) => time !== null);
  const merged: TicketState = {
    status,
    attention_since: status === 'open' ? Math.min(...times('attention_since')) : null,
    resolved_at: status === 'resolved' ? Math.max(...times('resolved_at')) : null,
  };
  return {
    source: CLOSED,
    target: merged,
    openTicketsChange: openCount(CLOSED, merged) - openCount(source, target),
  };
}

/** The tickets of a merge before it, and as they are when it is undone. */
interface UndoneMerge {
  readonly before: { readonly source: TicketState; readonly target: TicketState };
  readonly source: TicketState;
  readonly target: TicketState;
  /** Whether anybody wrote in the target since the merge. */
  readonly isWritten: boolean;
}

/**
 * A merge is undone. The source gets its former status, and so does the target if nobody
 * wrote in the target since and its status did not change.
 */
export function afterUnmerge({ before, source, target, isWritten }: UndoneMerge): MergeTransition {
  const isUnchanged = !isWritten && isSameState(target, afterMerge(before.source, before.target).target);
  const restored = isUnchanged ? before.target : target;
  return {
    source: before.source,
    target: restored,
    openTicketsChange: openCount(before.source, restored) - openCount(source, target),
  };
}

const CLOSED: TicketState = { status: 'closed', attention_since: null, resolved_at: null };

const urgency = ({ status }: TicketState) => TICKET_STATUSES.indexOf(shownStatus(status));

const openCount = (...states: readonly TicketState[]) => states.filter((state) => !isClosed(state)).length;

const isSameState = (one: TicketState, other: TicketState) =>
  one.status === other.status && one.attention_since === other.attention_since && one.resolved_at === other.resolved_at;

const STATUS_NOTICE: Partial<Record<StoredStatus, NoticeId>> = {
  resolved: 'ticket-resolved',
  closed: 'ticket-closed',
};

/** The inbox message about a status that the team set. Null: no message. */
export function statusNotice(status: StoredStatus): NoticeId | null {
  return STATUS_NOTICE[status] ?? null;
}

/**
 * `closed` is the only terminal status: such a ticket takes no reply and does not count as open.
 */
function isClosed({ status }: Pick<TicketState, 'status'>): boolean {
  return status === 'closed';
}

type PreviousState = Pick<Before, 'status'> & Partial<Before>;

/** Since when a ticket waits for the team, or waited before it was snoozed. */
const waitOf = ({ status, attention_since, waited_since }: PreviousState): number | null =>
  (status === 'snoozed' ? waited_since : attention_since) ?? null;

/** The state of a ticket that gets a status. @param before undefined for a new ticket */
function transitionTo(status: TicketStatus, before: PreviousState | undefined, now: number) {
  const wasOpen = before !== undefined && !isClosed(before);
  const isOpen = !isClosed({ status });
  const state: TicketState = {
    status,
    attention_since: status === 'open' ? ((before && waitOf(before)) ?? now) : null,
    resolved_at: status === 'resolved' ? now : null,
  };
  return { state, openTicketsChange: wasOpen === isOpen ? 0 : isOpen ? 1 : -1 } as const;
}
