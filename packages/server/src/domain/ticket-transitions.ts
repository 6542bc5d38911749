import { type StoredStatus, TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';
import type { NoticeId } from '@player-support/contract/notices';
import { afterPlainReply } from './plain-writes.ts';

/**
 * Each function decides what one action changes, and the store applies it. No other code sets a
 * status, but for plain-writes.ts, which SQL uses too.
 */

export type TicketState = {
  readonly status: StoredStatus;
  /** When the wait for the team began. Null unless open. */
  readonly attention_since: number | null;
  /** Null unless `resolved`. */
  readonly resolved_at: number | null;
};

/** With both absent, the ticket waits for the player to write. */
export type Snooze = { readonly until: number | null; readonly build: string | null };

/** Of a snooze. Valid only in the status `snoozed`, so nothing else resets them. */
export type SnoozeColumns = {
  readonly snooze_until: number | null;
  readonly snooze_build: string | null;
  /** `attention_since` before, which returns when the ticket comes back. */
  readonly waited_since: number | null;
};

type Before = TicketState & Partial<SnoozeColumns>;

export interface Transition {
  readonly state: TicketState;
  readonly openTicketsChange: -1 | 0 | 1;
  /** Null: no message. */
  readonly notice: NoticeId | null;
  /** The history gets an entry. Most replies need none: they show the change. */
  readonly isRecorded: boolean;
}

export type ReplyStatus = Exclude<TicketStatus, 'open'>;

export const afterCreate = (now: number): Transition => transitionTo('open', undefined, now);

/** The team does not see held tickets in the queue. */
export const afterHold = (): Transition => ({ state: HELD, openTicketsChange: 1, notice: null, isRecorded: false });

/** A held ticket comes into the queue. It has waited since its creation. */
export const afterRelease = ({ created_at }: { readonly created_at: number }): TicketState =>
  transitionTo('open', undefined, created_at).state;

export const shownStatus = (status: StoredStatus): TicketStatus =>
  status === 'held' || status === 'snoozed' ? 'open' : status;

/** The team creates a ticket with a message. It waits for the player. */
export const afterTeamCreate = (now: number): Transition => transitionTo('pending', undefined, now);

/** An open or held ticket keeps its place. Others become open. Undefined: it is closed. */
export function afterPlayerReply(ticket: Before, now: number): Transition | undefined {
  if (isClosed(ticket)) return undefined;
  const same = { openTicketsChange: 0, notice: null, isRecorded: false } as const;
  if (ticket.status === 'held') return { state: HELD, ...same };
  if (ticket.status !== 'snoozed')
    return { state: afterPlainReply(ticket.attention_since, now, (since, time) => since ?? time), ...same };
  // Snoozed until a reply: the team awaited this one, so the player's wait begins now.
  const isAwaited = ticket.snooze_until == null && ticket.snooze_build == null;
  return transitionTo('open', isAwaited ? { ...ticket, waited_since: null } : ticket, now);
}

/** The inbox gets the reply, so `pending` needs no notice. */
export function afterTeamReply(ticket: Before, status: ReplyStatus, now: number): Transition {
  const needsNotice = status !== ticket.status && status !== 'pending';
  return transitionTo(status, ticket, now, needsNotice ? statusNotice(status) : null, needsNotice);
}

/** The team sets a status without a reply. Undefined: the ticket already has it. */
export function afterStatusSet(ticket: Before, status: TicketStatus, now: number): Transition | undefined {
  if (status === ticket.status) return undefined;
  return transitionTo(status, ticket, now, statusNotice(status), status !== shownStatus(ticket.status));
}

/** Undefined: the ticket is resolved or closed, so it waits for nobody. */
export function afterSnooze(ticket: Before, { until, build }: Snooze): SnoozeTransition | undefined {
  if (ticket.status === 'resolved' || isClosed(ticket)) return undefined;
  const state = { status: 'snoozed', attention_since: null, resolved_at: null } as const;
  const snooze = { snooze_until: until, snooze_build: build, waited_since: waitOf(ticket) };
  return { state, snooze };
}

export type SnoozeTransition = { readonly state: TicketState; readonly snooze: SnoozeColumns };

/** An earlier wait goes on. */
export const afterWake = (ticket: Before, now: number): Transition => transitionTo('open', ticket, now);

/**
 * The player's answer about a known issue is in the history and needs no notice. Undefined: the
 * status stays.
 */
export function afterFixedAnswer(ticket: Before, isFixed: boolean, now: number): Transition | undefined {
  const status = isFixed ? 'closed' : 'open';
  if (ticket.status === status || ticket.status === 'held') return undefined;
  return transitionTo(status, ticket, now);
}

/** Resolved for the project's `autoCloseDays`. */
export const afterAutoClose = (ticket: TicketState, now: number): Transition =>
  transitionTo('closed', ticket, now, null, true);

/** The ticket waits for nobody, and makes room for a new one. */
export const afterCloseForNewTicket = (now: number): Transition => transitionTo('closed', { status: 'resolved' }, now);

export const ticketsToClose = (openTickets: number): number => Math.max(0, openTickets + 1 - MAX_OPEN_TICKETS);

type Merged = { readonly source: TicketState; readonly target: TicketState };

interface MergeTransition extends Merged {
  /** Of the player. */
  readonly openTicketsChange: number;
}

/**
 * The source closes. The target gets the status that comes first in TICKET_STATUSES, so a wait for
 * the team goes on.
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
  return { source: CLOSED, target: merged, openTicketsChange: openCount(CLOSED, merged) - openCount(source, target) };
}

type UndoneMerge = Merged & { readonly before: Merged; readonly isWritten: boolean };

/**
 * The source gets its former status. So does the target, unless somebody wrote in it (`isWritten`)
 * or its status changed since.
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
const HELD: TicketState = { status: 'held', attention_since: null, resolved_at: null };

const urgency = ({ status }: TicketState) => TICKET_STATUSES.indexOf(shownStatus(status));

const openCount = (...states: readonly TicketState[]) => states.filter((state) => !isClosed(state)).length;

const isSameState = (one: TicketState, other: TicketState) =>
  one.status === other.status && one.attention_since === other.attention_since && one.resolved_at === other.resolved_at;

const STATUS_NOTICE: Partial<Record<StoredStatus, NoticeId>> = { resolved: 'ticket-resolved', closed: 'ticket-closed' };

/** Names the notice for a status that the team set. Null: no message. */
export const statusNotice = (status: StoredStatus): NoticeId | null => STATUS_NOTICE[status] ?? null;

/** The only terminal status: the ticket takes no reply and does not count as open. */
const isClosed = ({ status }: Pick<TicketState, 'status'>): boolean => status === 'closed';

type PreviousState = Pick<Before, 'status'> & Partial<Before>;

/** Since when it waits for the team, or waited before a snooze. */
const waitOf = ({ status, attention_since, waited_since }: PreviousState): number | null =>
  (status === 'snoozed' ? waited_since : attention_since) ?? null;

/** `before`: undefined for a new ticket. */
function transitionTo(
  status: TicketStatus,
  before: PreviousState | undefined,
  now: number,
  notice: NoticeId | null = null,
  isRecorded = false,
): Transition {
  const wasOpen = before !== undefined && !isClosed(before);
  const isOpen = !isClosed({ status });
  const state: TicketState = {
    status,
    attention_since: status === 'open' ? ((before && waitOf(before)) ?? now) : null,
    resolved_at: status === 'resolved' ? now : null,
  };
  return { state, openTicketsChange: wasOpen === isOpen ? 0 : isOpen ? 1 : -1, notice, isRecorded };
}
