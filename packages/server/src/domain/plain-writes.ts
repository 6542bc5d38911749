import type { StoredStatus } from '@player-support/contract/enums';
import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';

/**
 * Most writes of players are plain: nothing about the player or the ticket is unusual. On PostgreSQL
 * one statement does those without files, and store/player-writes.ts makes its condition from these
 * rules. A transaction does all others, and decides with ticket-transitions.ts.
 */

type Value = string | number | null;

/** What the rows of a player and a ticket must have for a plain write. */
export interface PlainWrite {
  /** The values that each of these columns can have. */
  readonly values: Readonly<Record<string, readonly Value[]>>;
  /** The sum of these columns, without those that are null, must be less than `limit`. */
  readonly counts: readonly string[];
  readonly limit: number;
}

const WRITER = { blocked: [0], account_id: [null] };

/** In these statuses, a reply opens the ticket, or leaves it open. */
const REPLIED: readonly StoredStatus[] = ['open', 'pending', 'resolved'];

export const PLAIN_TICKET: PlainWrite = { values: WRITER, counts: ['open_tickets'], limit: MAX_OPEN_TICKETS };

/** @param maxMessages a ticket with as many messages and notes takes no reply */
export const plainReply = (maxMessages: number): PlainWrite => ({
  values: { ...WRITER, status: REPLIED, merged_into: [null] },
  counts: ['message_count', 'merged_messages'],
  limit: maxMessages,
});

/**
 * The state of a ticket after a plain reply. A ticket that already waits for the team keeps its
 * place in the queue.
 *
 * @param since the ticket's `attention_since`
 * @param firstNotNull returns `since`, or `now` if it is null. In SQL: COALESCE
 */
export const afterPlainReply = <Since, Now, Result>(
  since: Since,
  now: Now,
  firstNotNull: (since: Since, now: Now) => Result,
) => ({ status: 'open', attention_since: firstNotNull(since, now), resolved_at: null }) as const;
