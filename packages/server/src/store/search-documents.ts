import type { Kysely } from 'kysely';
import { QUEUE_COLUMNS, type QueueRow } from './queue-page.ts';
import { isPostgres, rowsAsJson, sql, statement } from './statement.ts';
import type { MessageRow, Tables } from './tables.ts';

/** A message in the search index. */
export interface DocumentKey {
  readonly player_id: string;
  readonly ticket_id: string;
  readonly seq: number;
}

/** What can be found of a message, and its ticket. */
export type SearchDocument = QueueRow &
  Pick<DocumentKey, 'seq'> & {
    readonly written_at: number;
    readonly message_id: string;
    readonly message: string;
    readonly visibility: MessageRow['visibility'] | null;
    /** JSON: [name][]. Null: none. */
    readonly files: string | null;
  };

export const fileNamesOf = ({ files }: SearchDocument): string[] =>
  files === null ? [] : (JSON.parse(files) as [string][]).map(([name]) => name);

/** All that can be found of a message. It comes last: of a very long one, not all is found. */
export function textOf(document: SearchDocument): string {
  const { subject, message, seq } = document;
  return [...(seq === 1 ? [subject] : []), ...fileNamesOf(document), message].join('\n');
}

export const keysAsJson = (keys: readonly DocumentKey[]) =>
  JSON.stringify(keys.map(({ player_id, ticket_id, seq }) => [player_id, ticket_id, seq]));

export const rowsIn = (db: Kysely<Tables>, json: string) =>
  isPostgres(db) ? sql`jsonb_array_elements(CAST(${json} AS jsonb))` : sql`json_each(${json})`;

interface EntryQuery {
  readonly expression: string | undefined;
  /** A `doc_id`. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** The table `found`: the newest entries of the index that match. */
export const foundEntries = (db: Kysely<Tables>, { expression, before, limit }: EntryQuery) =>
  isPostgres(db)
    ? sql`(SELECT doc_id, player_id, ticket_id, seq FROM search_entry
        WHERE words @@ CAST(${expression} AS tsquery) AND doc_id < ${before}
        ORDER BY doc_id DESC LIMIT ${sql.lit(limit)}) AS found`
    : sql`(SELECT rowid AS doc_id FROM search_text WHERE search_text MATCH ${expression} AND rowid < ${before}
        ORDER BY rowid DESC LIMIT ${sql.lit(limit)}) AS matching
        CROSS JOIN search_entry AS found ON found.doc_id = matching.doc_id`;

/**
 * Reads the messages with these keys, in any order, without those that are gone. `locks`: their
 * tickets cannot be deleted in this transaction.
 */
const read = (locks: boolean) =>
  statement<{ keys: string }>()((db, { keys }) => {
    const files = rowsAsJson(
      db,
      ['name'],
      db
        .selectFrom('attachment')
        .select('name')
        .where('attachment.player_id', '=', sql.ref<string>('ticket.player_id'))
        .where('attachment.ticket_id', '=', sql.ref<string>('ticket.ticket_id'))
        .where('attachment.message_id', '=', sql<string>`COALESCE(found.message_id, ticket.message_id)`)
        .where('attachment.state', '=', sql.lit('ready'))
        .orderBy('attachment_id'),
    );
    const wanted = sql`(SELECT value->>0 AS player_id, value->>1 AS ticket_id, CAST(value->>2 AS integer) AS seq
      FROM ${rowsIn(db, keys)})`;
    const columns = sql.join(QUEUE_COLUMNS.map((column) => sql.ref(`ticket.${column}`)));
    return sql<SearchDocument>`SELECT ${columns}, player.user_id, known_issue.title AS known_issue_title, wanted.seq,
        COALESCE(found.created_at, ticket.created_at) AS written_at,
        COALESCE(found.message_id, ticket.message_id) AS message_id,
        COALESCE(found.message, ticket.message) AS message, found.visibility, ${files} AS files
        FROM ${wanted} AS wanted
        JOIN ticket ON ticket.player_id = wanted.player_id AND ticket.ticket_id = wanted.ticket_id
        LEFT JOIN message AS found ON found.player_id = wanted.player_id AND found.ticket_id = wanted.ticket_id
          AND found.seq = wanted.seq
        LEFT JOIN player ON player.player_id = ticket.player_id
        LEFT JOIN known_issue ON known_issue.known_issue_id = ticket.known_issue_id
        WHERE wanted.seq = 1 OR found.seq IS NOT NULL
        ${locks && isPostgres(db) ? sql`FOR KEY SHARE OF ticket` : sql``}`;
  });

export const readDocuments = read(false);
export const lockDocuments = read(true);
