import { MAX_NEW_MESSAGES } from '@player-support/contract/limits';
import { DAY } from '../domain/time.ts';
import type { Executor } from './database.ts';
import { expiringRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { seenTicketTable, type TicketRow } from './tables.ts';

/** A seen ticket is stored again at most this often, which keeps its row. */
const REFRESH_MS = DAY;

type Seen = {
  readonly playerId: string;
  readonly memberId: string;
  readonly ticketId: string;
  readonly messageId: string;
  readonly now: number;
};

// Ids of messages sort by time, also in merged tickets.
const mark = statement<Seen & { before: number }>()(
  (_db, row) => sql`INSERT INTO seen_ticket (player_id, member_id, ticket_id, seq, seen_at)
    SELECT CAST(${row.playerId} AS text), CAST(${row.memberId} AS text), CAST(${row.ticketId} AS text),
      COALESCE(MAX(seq), 1), CAST(${row.now} AS bigint) FROM message
    WHERE player_id = ${row.playerId} AND ticket_id = ${row.ticketId} AND message_id <= ${row.messageId}
    ON CONFLICT (player_id, member_id, ticket_id) DO UPDATE SET seen_at = ${row.now},
      seq = CASE WHEN excluded.seq > seen_ticket.seq THEN excluded.seq ELSE seen_ticket.seq END
    WHERE seen_ticket.seq < excluded.seq OR seen_ticket.seen_at < ${row.before}`,
);

/**
 * Unseen messages among the newest. Limited before they are compared, because SQLite reads a whole
 * message to find its `author_id`.
 */
function countNew(author: 'player' | 'admin', memberId: string) {
  const byOthers = author === 'admin' ? sql`AND COALESCE(author_id, '') <> ${memberId}` : sql``;
  return sql<number>`(SELECT COUNT(*) FROM (
    SELECT author_type ${author === 'admin' ? sql`, author_id` : sql``} FROM message
    WHERE message.player_id = seen_ticket.player_id AND message.ticket_id = seen_ticket.ticket_id
      AND message.seq > seen_ticket.seq
    ORDER BY message.seq DESC LIMIT ${sql.lit(MAX_NEW_MESSAGES)}
  ) AS newest WHERE author_type = ${sql.lit(author)} ${byOthers})`;
}

const ofMember = statement<{ memberId: string; playerIds: string; ticketIds: string }>()((db, params) =>
  db
    .selectFrom('seen_ticket')
    .select('ticket_id as ticketId')
    .select(countNew('player', params.memberId).as('newMessages'))
    .select(countNew('admin', params.memberId).as('newTeamMessages'))
    .where('player_id', 'in', textsInJson(db, params.playerIds))
    .where('member_id', '=', params.memberId)
    .where('ticket_id', 'in', textsInJson(db, params.ticketIds)),
);

const expiring = expiringRows(seenTicketTable, 'seen_at');

/** Keeps up to which message members saw tickets. */
export const seenTickets = (db: Executor) => ({
  /** All messages up to this one. Returns whether a row was stored. */
  mark: async (seen: Seen) => (await db.run(mark, { ...seen, before: seen.now - REFRESH_MS })) > 0,
  ofMember: async (memberId: string, tickets: readonly Pick<TicketRow, 'player_id' | 'ticket_id'>[]) => {
    if (tickets.length === 0) return [];
    const playerIds = JSON.stringify([...new Set(tickets.map(({ player_id }) => player_id))]);
    const ticketIds = JSON.stringify(tickets.map(({ ticket_id }) => ticket_id));
    return db.all(ofMember, { memberId, playerIds, ticketIds });
  },
  ...expiring(db),
});
