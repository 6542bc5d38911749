import { STORED_STATUSES } from '@player-support/contract/enums';
import { MAX_TEXT } from '../domain/terms.ts';
import type { Executor } from './database.ts';
import { type DocumentKey, foundEntries, keysAsJson, rowsIn } from './search-documents.ts';
import { anyTermExpression, type Term } from './search-expression.ts';
import { docIdAt, periodOf, periodStart } from './search-index.ts';
import { isPostgres, sql, statement } from './statement.ts';
import type { KnownIssueRow, TicketRow } from './tables.ts';

interface MessagesRequest {
  readonly projectId: string;
  /** Any of these. None: all messages of the project. */
  readonly terms: readonly Term[];
  /**
   * Only of tickets that can be linked; closed ones only if their last message is not older.
   * Undefined: all that are not held.
   */
  readonly linkable: { readonly closedAfter: number } | undefined;
  /** In the index. */
  readonly oldest: number;
  readonly now: number;
  readonly limit: number;
}

/** About 100 days in all. */
const STEPS = [1, 3, 12, 16];
/** That a statement reads, and that a request reads. */
const MAX_FOUND = 500;
const MAX_EXAMINED = 2000;
const MAX_MS = 80;
const AHEAD_MS = 60_000;

type FindParams = { expression: string; before: number; projectId: string; linkable: number; closedAfter: number };
type FoundRow = DocumentKey & { readonly doc_id: number; readonly matches: number };

const find = statement<FindParams>()((db, { expression, before, projectId, linkable, closedAfter }) => {
  const found = foundEntries(db, { expression, before, limit: MAX_FOUND });
  return sql<FoundRow>`SELECT found.doc_id, found.player_id, found.ticket_id, found.seq,
        CASE WHEN ticket.project_id = ${projectId} AND ticket.status <> 'held' AND (CAST(${linkable} AS integer) = 0 OR (
          ticket.known_issue_id IS NULL AND ticket.merged_into IS NULL AND ticket.player_blocked = 0
          AND (ticket.status <> 'closed' OR ticket.last_message_at >= CAST(${closedAfter} AS bigint))
        )) THEN 1 ELSE 0 END AS matches FROM ${found}
        LEFT JOIN ticket ON ticket.player_id = found.player_id AND ticket.ticket_id = found.ticket_id
        ORDER BY found.doc_id DESC`;
});

/** Of its ticket, the player's first messages are compared as one text. */
export type ComparedMessage = DocumentKey & Pick<TicketRow, 'type' | 'subject' | 'message' | 'context'>;

/** The first message can be only a greeting. */
const MORE_MESSAGES = 4;

const NEWLINE = sql.lit('\n');
/** Later characters are not compared. */
const cut = (column: string, length = MAX_TEXT) => sql`substr(${sql.ref(column)}, 1, ${sql.lit(length)})`;

// Only the player's words: an answer names many bugs.
const texts = statement<{ keys: string }>()((db, { keys }) => {
  const later = sql`(SELECT string_agg(later.message, ${NEWLINE} ORDER BY later.seq) FROM (
    SELECT ${cut('message.message')} AS message, message.seq FROM message WHERE message.player_id = ticket.player_id
    AND message.ticket_id = ticket.ticket_id AND message.author_type = 'player'
    ORDER BY message.seq LIMIT ${sql.lit(MORE_MESSAGES)}) AS later)`;
  return sql<ComparedMessage>`SELECT ticket.player_id, ticket.ticket_id, wanted.seq, ticket.type, ticket.subject,
      ${cut('ticket.message')} || ${NEWLINE} || COALESCE(${later}, '') AS message, ticket.context
      FROM (SELECT value->>0 AS player_id, value->>1 AS ticket_id, CAST(value->>2 AS integer) AS seq
        FROM ${rowsIn(db, keys)}) AS wanted
      JOIN ticket ON ticket.player_id = wanted.player_id AND ticket.ticket_id = wanted.ticket_id`;
});

const LINKED_COLUMNS = ['known_issue_id', 'ticket_id', 'type', 'subject', 'context', 'created_at'] as const;
/** There can be a thousand linked tickets. */
const MAX_LINKED_TEXT = 500;
/** With the beginning of its message. */
export type LinkedText = Pick<TicketRow, (typeof LINKED_COLUMNS)[number] | 'message'> & {
  readonly known_issue_id: string;
};

/** Held tickets are not linked. */
const STATUSES = JSON.stringify(STORED_STATUSES.filter((status) => status !== 'held'));

// The newest of each status, in the index's order.
const linked = statement<{ ids: string; limit: number }>()((db, { ids, limit }) => {
  const columnsOf = (table: string) => {
    const columns = LINKED_COLUMNS.map((name) => sql.ref(`${table}.${name}`));
    return sql`${sql.join(columns)}, ${cut(`${table}.message`, MAX_LINKED_TEXT)} AS message`;
  };
  const newest = sql`FROM ticket AS newest WHERE newest.known_issue_id = issue.value
    AND newest.status = one.value ORDER BY newest.created_at DESC, newest.ticket_id DESC LIMIT ${limit}`;
  const lists = isPostgres(db)
    ? sql`jsonb_array_elements_text(CAST(${ids} AS jsonb)) AS issue (value)
        CROSS JOIN jsonb_array_elements_text(CAST(${STATUSES} AS jsonb)) AS one (value)`
    : sql`json_each(${ids}) AS issue CROSS JOIN json_each(${STATUSES}) AS one`;
  return isPostgres(db)
    ? sql<LinkedText>`SELECT ${columnsOf('ticket')}
            FROM ${lists} CROSS JOIN LATERAL (SELECT ${columnsOf('newest')} ${newest}) AS ticket`
    : sql<LinkedText>`SELECT ${columnsOf('ticket')} FROM ${lists} CROSS JOIN ticket
            WHERE (ticket.player_id, ticket.ticket_id) IN (SELECT player_id, ticket_id ${newest})`;
});

/** As tickets are compared with it. */
export type ComparedIssue = Pick<
  KnownIssueRow,
  'known_issue_id' | 'title' | 'state' | 'description' | 'notes' | 'builds' | 'platforms' | 'updated_at'
>;

const unclosed = statement<{ projectId: string; limit: number }>()((db, { projectId, limit }) =>
  db
    .selectFrom('known_issue')
    .select(['known_issue_id', 'title', 'state', 'description', 'notes', 'builds', 'platforms', 'updated_at'])
    .where('project_id', '=', projectId)
    .where('state', '<>', sql.lit('closed'))
    .orderBy('known_issue_id', 'desc')
    .limit(limit),
);

const version = statement<{ projectId: string }>()((db, { projectId }) =>
  db
    .selectFrom('known_issue')
    .select((select) => select.fn.countAll<number>().as('count'))
    .select((select) => select.fn.max('updated_at').as('newest'))
    .where('project_id', '=', projectId),
);

const firstMessages = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .selectFrom('message')
    .select('message')
    .where((row) => row.and({ player_id: playerId, ticket_id: ticketId, author_type: 'player' }))
    .orderBy('seq')
    .limit(sql.lit(MORE_MESSAGES)),
);

/** See docs/decisions/058-suggestions.md. */
export const suggestions = (db: Executor) => ({
  /** Finds a project's tickets with such messages in the search index, at most `limit`. */
  async messages(request: MessagesRequest): Promise<ComparedMessage[]> {
    const { projectId, terms, linkable, oldest, now, limit } = request;
    const began = performance.now();
    const last = periodOf(oldest);
    const keys = new Map<string, DocumentKey>();
    const values = { projectId, linkable: linkable === undefined ? 0 : 1, closedAfter: linkable?.closedAfter ?? 0 };
    let before = docIdAt(now + AHEAD_MS);
    let examined = 0;
    for (let step = 0; step < STEPS.length && before > oldest; ) {
      if (keys.size >= limit || examined >= MAX_EXAMINED || performance.now() - began > MAX_MS) break;
      const newest = periodOf(before - 1);
      const count = Math.min(STEPS[step] ?? 1, newest - last + 1);
      const periods = Array.from({ length: count }, (_, index) => newest - index);
      const expression = anyTermExpression(db.embedded, periods, { terms, projectId });
      const rows = await db.all(find, { ...values, expression, before });
      for (const row of rows) {
        before = row.doc_id;
        if (row.matches === 1 && !keys.has(row.ticket_id) && keys.size < limit) keys.set(row.ticket_id, row);
      }
      examined += rows.length;
      if (rows.length === MAX_FOUND) continue;
      before = periodStart(newest - count + 1);
      step++;
    }
    return keys.size === 0 ? [] : db.all(texts, { keys: keysAsJson([...keys.values()]) });
  },
  /** Reads the newest linked tickets of each, in any order: at most `limit` of each status. */
  linked: async (ids: readonly string[], limit: number) =>
    ids.length === 0 ? [] : db.all(linked, { ids: JSON.stringify(ids), limit }),
  unclosed: (projectId: string, limit: number) => db.all(unclosed, { projectId, limit }),
  /** Changes with any known issue of the project. */
  version: async (projectId: string) => JSON.stringify(await db.one(version, { projectId })),
  /** Reads the player's first messages, without the one in the ticket's row. */
  firstMessages: async (playerId: string, ticketId: string) =>
    (await db.all(firstMessages, { playerId, ticketId })).map(({ message }) => message),
});
