import type { StoredStatus } from '@player-support/contract/enums';
import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';

/**
 * Most writes of players are plain: nothing is unusual. On PostgreSQL one statement does those
 * without files, and store/player-writes.ts makes its condition from these rules. A transaction
 * does all others.
 */

type Value = string | number | null;

export interface PlainWrite {
  readonly values: Readonly<Record<string, readonly Value[]>>;
  /** The sum of these columns, null as 0, must be less than `limit`. */
  readonly counts: readonly string[];
  readonly limit: number;
}

const WRITER = { blocked: [0], account_id: [null] };

/** A reply opens tickets with these statuses. */
const REPLIED: readonly StoredStatus[] = ['open', 'pending', 'resolved'];

export const PLAIN_TICKET: PlainWrite = { values: WRITER, counts: ['open_tickets'], limit: MAX_OPEN_TICKETS };

/** A ticket with `maxMessages` messages and notes takes no reply. */
export const plainReply = (maxMessages: number): PlainWrite => ({
  values: { ...WRITER, status: REPLIED, merged_into: [null] },
  counts: ['message_count', 'merged_messages'],
  limit: maxMessages,
});

/**
 * A ticket that already waits keeps its place. `firstNotNull`: `since`, or `now` if null (in SQL:
 * COALESCE).
 */
export const afterPlainReply = <Since, Now, Result>(
  since: Since,
  now: Now,
  firstNotNull: (since: Since, now: Now) => Result,
) => ({ status: 'open', attention_since: firstNotNull(since, now), resolved_at: null }) as const;
