import { createHash } from 'node:crypto';
import { tokensOf } from '../domain/search-words.ts';
import { SECOND } from '../domain/time.ts';
import type { Executor } from './database.ts';
import { deleteRows, selectRows, updateRows } from './plain-statements.ts';
import { keysAsJson, lockDocuments, type SearchDocument, textOf } from './search-documents.ts';
import { searchEntryTable, searchStateTable } from './search-tables.ts';
import { numbersInJson, type Params, sql, statement } from './statement.ts';

/** 2^10 keeps ids exact until the year 2248. */
const IDS_PER_MS = 1024;
/** Each token names a period of about three days, so that a search reads few entries at a time. */
const PERIOD_BITS = 28;
const PERIOD_MS = 2 ** PERIOD_BITS;
/** In one transaction, except for a longer message. 4,000 words take 10 to 25 ms. */
const MAX_WORDS = 4000;

/** The first id of a time. */
export const docIdAt = (time: number): number => time * IDS_PER_MS;
export const periodOf = (docId: number): number => Math.floor(docId / IDS_PER_MS / PERIOD_MS);
export const periodStart = (period: number): number => docIdAt(period * PERIOD_MS);
/** The beginning of the period's tokens. */
export const periodName = (period: number): string => period.toString(36).padStart(3, '0');
/** Words have no underscore. */
export const projectToken = (projectId: string): string => `_${projectId}`;

const anyTask = statement<Record<never, never>>()((db) => db.selectFrom('search_task').select('seq').limit(1));

const firstTasks = statement<{ limit: number }>()((db, { limit }) =>
  db.selectFrom('search_task').select(['task_id', 'player_id', 'ticket_id', 'seq']).orderBy('task_id').limit(limit),
);

const removeTasks = statement<{ ids: string }>()((db, { ids }) =>
  db.deleteFrom('search_task').where('task_id', 'in', numbersInJson(db, ids)),
);

const remove = deleteRows(searchEntryTable, 'player_id', 'ticket_id', 'seq');

type NewEntry = { playerId: string; ticketId: string; seq: number; first: number; past: number };

// Unique in the second, because the words use the id as rowid.
const addEntry = statement<NewEntry>()((db, { playerId, ticketId, seq, first, past }) =>
  db
    .insertInto('search_entry')
    .values({
      player_id: playerId,
      ticket_id: ticketId,
      seq,
      doc_id: sql<number>`(SELECT COALESCE(MAX(doc_id) + 1, ${first}) FROM search_entry
        WHERE doc_id >= ${first} AND doc_id < ${past})`,
    })
    .returning('doc_id'),
);

const addWords = statement<{ docId: number; words: string }>()(
  (_db, { docId, words }) => sql`INSERT INTO search_text (rowid, words) VALUES (${docId}, ${words})`,
);

const addAll = statement<{ entries: string }>()(
  (_db, { entries }) => sql`INSERT INTO search_entry (player_id, ticket_id, seq, doc_id, words)
    SELECT value->>0, value->>1, CAST(value->>2 AS integer), CAST(value->>3 AS bigint),
      array_to_tsvector(string_to_array(value->>4, ' ')) FROM jsonb_array_elements(CAST(${entries} AS jsonb))
    ON CONFLICT (player_id, ticket_id, seq) DO UPDATE SET doc_id = excluded.doc_id, words = excluded.words`,
);

/** Its only row. */
const INDEX = { name: 'index' };

const state = selectRows(searchStateTable, ['name']);

const setOldest = statement<{ oldest: number }>()((db, { oldest }) =>
  db
    .updateTable('search_state')
    .set({ oldest })
    .where('name', '=', sql.lit('index'))
    .where(({ or, eb }) => or([eb('oldest', 'is', null), eb('oldest', '>', oldest)])),
);

const setPosition = updateRows(searchStateTable, ['name'], ['player_id', 'ticket_id']);

type Position = { playerId: string; ticketId: string };

const nextTickets = statement<Position & { limit: number }>()((db, { playerId, ticketId, limit }) =>
  db
    .selectFrom('ticket')
    .select(['player_id', 'ticket_id'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('player_id', 'ticket_id'), '>', tuple(playerId, ticketId)))
    .orderBy('player_id')
    .orderBy('ticket_id')
    .limit(limit),
);

/** Adds tasks after one position, up to another. */
const addTasksFrom = (table: 'ticket' | 'message') =>
  statement<Position & { lastPlayer: string; lastTicket: string }>()((_db, position) => {
    const seq = table === 'ticket' ? sql`1` : sql.ref('message.seq');
    const from = sql.table(table);
    const key = sql`(${from}.player_id, ${from}.ticket_id)`;
    return sql`INSERT INTO search_task (player_id, ticket_id, seq)
        SELECT ${from}.player_id, ${from}.ticket_id, ${seq} FROM ${from}
        WHERE ${key} > (${position.playerId}, ${position.ticketId})
          AND ${key} <= (${position.lastPlayer}, ${position.lastTicket})
          ${table === 'ticket' ? sql`` : sql`AND author_type <> 'system'`}
          AND NOT EXISTS (SELECT 1 FROM search_entry WHERE search_entry.player_id = ${from}.player_id
            AND search_entry.ticket_id = ${from}.ticket_id AND search_entry.seq = ${seq})`;
  });
const ADD_TASKS = [addTasksFrom('ticket'), addTasksFrom('message')];

const NO_PARAMS: Params = {};

function tokensIn(document: SearchDocument, period: number): string[] {
  const prefix = periodName(period);
  const tokens = [projectToken(document.project_id), ...tokensOf(textOf(document))];
  return tokens.map((token) => prefix + token);
}

/** The same number for the same message. */
const lowBits = (messageId: string) => createHash('sha256').update(messageId).digest().readUInt16BE() % IDS_PER_MS;

/** Fills the search index. Only one job may do it at a time. */
export const searchIndex = (db: Executor) => {
  /**
   * Adds messages of at most MAX_WORDS together, but always the first. Returns their number and
   * lowest id.
   */
  async function add(documents: readonly SearchDocument[]) {
    const entries: (string | number)[][] = [];
    let oldest = Number.POSITIVE_INFINITY;
    let tokenCount = 0;
    let added = 0;
    for (const document of documents) {
      const { player_id: playerId, ticket_id: ticketId, seq, written_at, message_id } = document;
      const first = docIdAt(written_at);
      const tokens = tokensIn(document, periodOf(first));
      if (added > 0 && tokenCount + tokens.length > MAX_WORDS) break;
      tokenCount += tokens.length;
      added++;
      const words = tokens.join(' ');
      oldest = Math.min(oldest, first);
      if (!db.embedded) {
        entries.push([playerId, ticketId, seq, first + lowBits(message_id), words]);
        continue;
      }
      await db.run(remove, { player_id: playerId, ticket_id: ticketId, seq });
      const past = Math.min(docIdAt(written_at + SECOND), periodStart(periodOf(first) + 1));
      const entry = await db.one(addEntry, { playerId, ticketId, seq, first, past });
      await db.run(addWords, { docId: entry?.doc_id ?? first, words });
    }
    if (entries.length > 0) await db.run(addAll, { entries: JSON.stringify(entries) });
    return { added, oldest };
  }

  return {
    hasTasks: async () => (await db.one(anyTask, NO_PARAMS)) !== undefined,
    /**
     * Indexes at most `limit` waiting messages, fewer if they are long. Returns the number of
     * finished tasks.
     */
    async indexSome(limit: number): Promise<number> {
      const tasks = await db.all(firstTasks, { limit });
      if (tasks.length === 0) return 0;
      // A message that moved away and back has two tasks.
      const distinct = new Map(tasks.map((task) => [keysAsJson([task]), task]));
      const documents = await db.all(lockDocuments, { keys: keysAsJson([...distinct.values()]) });
      const { added, oldest } = await add(documents);
      if (documents.length > 0) await db.run(setOldest, { oldest });
      const waiting = new Set(documents.slice(added).map((document) => keysAsJson([document])));
      const ids = tasks.filter((task) => !waiting.has(keysAsJson([task]))).map(({ task_id }) => task_id);
      await db.run(removeTasks, { ids: JSON.stringify(ids) });
      return ids.length;
    },
    async state(): Promise<{ complete: boolean; oldest: number | null }> {
      const row = await db.one(state, INDEX);
      return { complete: row?.player_id === null, oldest: row?.oldest ?? null };
    },
    /** Adds tasks for the messages of the next `limit` tickets. False: no more. */
    async continueBackfill(limit: number): Promise<boolean> {
      const { player_id: playerId, ticket_id: ticketId } = (await db.one(state, INDEX)) ?? {};
      if (typeof playerId !== 'string' || typeof ticketId !== 'string') return false;
      const last = (await db.all(nextTickets, { playerId, ticketId, limit })).at(-1);
      if (last !== undefined) {
        const { player_id: lastPlayer, ticket_id: lastTicket } = last;
        for (const one of ADD_TASKS) await db.run(one, { playerId, ticketId, lastPlayer, lastTicket });
      }
      await db.run(setPosition, { ...INDEX, player_id: last?.player_id ?? null, ticket_id: last?.ticket_id ?? null });
      return last !== undefined;
    },
  };
};
