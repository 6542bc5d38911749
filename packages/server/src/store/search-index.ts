import { createHash } from 'node:crypto';
import type { Waiting } from '../domain/fair-turns.ts';
import { inTurns } from '../domain/in-turns.ts';
import { tokensOf } from '../domain/search-words.ts';
import { SECOND } from '../domain/time.ts';
import type { Executor } from './database.ts';
import { deleteRows, selectRows, updateRows } from './plain-statements.ts';
import {
  type DocumentKey,
  keysAsJson,
  lockDocuments,
  readDocuments,
  type SearchDocument,
  textOf,
} from './search-documents.ts';
import { searchEntryTable, searchStateTable } from './search-tables.ts';
import { numbersInJson, type Params, sql, statement } from './statement.ts';

/** 2^10 keeps ids exact until the year 2248. */
const IDS_PER_MS = 1024;
/** Each token names a period of about three days, so that a search reads few entries at a time. */
const PERIOD_BITS = 28;
const PERIOD_MS = 2 ** PERIOD_BITS;
/** Of a message without a text, in bytes of text. */
const MESSAGE_COST = 100;
/**
 * Of the words that `tokensOf` finds. Only entries with null are found again: after a change, a
 * migration must set the others to null.
 */
const WORDS_VERSION = 2;
/**
 * Waiting messages among which a batch is chosen: the oldest of all, so that none waits for ever,
 * and the oldest of as many players, after those that the last batch was chosen among.
 */
const SEEN_OLDEST = 25;
const SEEN_PLAYERS = 200;
/**
 * FTS5 merges what it has written. By itself it would do so rarely and for up to 100 ms, so a batch
 * does its share: some pages for each of these words.
 */
const WORDS_PER_MERGE = 500;
const MERGED_PAGES = 8;

/** The first id of a time. */
export const docIdAt = (time: number): number => time * IDS_PER_MS;
export const periodOf = (docId: number): number => Math.floor(docId / IDS_PER_MS / PERIOD_MS);
export const periodStart = (period: number): number => docIdAt(period * PERIOD_MS);
/** The beginning of the period's tokens. */
export const periodName = (period: number): string => period.toString(36).padStart(3, '0');
/** Words have no underscore. */
export const projectToken = (projectId: string): string => `_${projectId}`;

const anyTask = statement<Record<never, never>>()((db) => db.selectFrom('search_task').select('seq').limit(1));

type WaitingTask = DocumentKey &
  Waiting & {
    readonly task_id: number;
    /** The last of the players, the same in all rows. Empty: there are no more. */
    readonly seen_to: string;
  };

const playerAfter = (player: unknown) =>
  sql<string | null>`(SELECT MIN(player_id) FROM search_task WHERE player_id > ${player})`;

// Hops from player to player in an index, so it costs the same whatever waits. Nor does it read the
// texts: both engines know their length.
const waitingTasks = statement<{ after: string }>()(
  (_db, { after }) => sql<WaitingTask>`WITH RECURSIVE head (player_id, place) AS (
      SELECT ${playerAfter(after)}, 1
      UNION ALL
      SELECT ${playerAfter(sql.ref('head.player_id'))}, place + 1 FROM head
      WHERE head.player_id IS NOT NULL AND place < ${sql.lit(SEEN_PLAYERS)}
    ), seen (task_id, player_id, ticket_id, seq) AS (
      SELECT task_id, player_id, ticket_id, seq FROM (SELECT task_id, player_id, ticket_id, seq FROM search_task
        ORDER BY task_id LIMIT ${sql.lit(SEEN_OLDEST)}) AS oldest
      UNION
      SELECT task.task_id, task.player_id, task.ticket_id, task.seq FROM head
      JOIN search_task AS task ON task.player_id = head.player_id
        AND task.task_id = (SELECT MIN(task_id) FROM search_task WHERE search_task.player_id = head.player_id)
    )
    SELECT task_id, player_id, ticket_id, seq,
      (SELECT COALESCE(player_id, '') FROM head ORDER BY place DESC LIMIT 1) AS seen_to,
      COALESCE((SELECT project_id FROM ticket WHERE ticket.player_id = seen.player_id
        AND ticket.ticket_id = seen.ticket_id), '') AS project_id,
      ${sql.lit(MESSAGE_COST)} + COALESCE(
        CASE WHEN seq = 1 THEN (SELECT NULLIF(octet_length(message), 0) FROM ticket
          WHERE ticket.player_id = seen.player_id AND ticket.ticket_id = seen.ticket_id) END,
        (SELECT octet_length(message) FROM message WHERE message.player_id = seen.player_id
          AND message.ticket_id = seen.ticket_id AND message.seq = seen.seq), 0) AS cost
    FROM seen ORDER BY task_id`,
);

const tasksIn = statement<{ ids: string }>()((db, { ids }) =>
  db.selectFrom('search_task').select('task_id').where('task_id', 'in', numbersInJson(db, ids)),
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
      words_version: sql.lit(WORDS_VERSION),
      doc_id: sql<number>`(SELECT COALESCE(MAX(doc_id) + 1, ${first}) FROM search_entry
        WHERE doc_id >= ${first} AND doc_id < ${past})`,
    })
    .returning('doc_id'),
);

const addWords = statement<{ docId: number; words: string }>()(
  (_db, { docId, words }) => sql`INSERT INTO search_text (rowid, words) VALUES (${docId}, ${words})`,
);

const mergeWords = statement<Record<never, never>>()(
  () => sql`INSERT INTO search_text (search_text, rank) VALUES ('merge', ${sql.lit(MERGED_PAGES)})`,
);

const addAll = statement<{ entries: string }>()(
  (_db, { entries }) => sql`INSERT INTO search_entry (player_id, ticket_id, seq, doc_id, words_version, words)
    SELECT value->>0, value->>1, CAST(value->>2 AS integer), CAST(value->>3 AS bigint), ${sql.lit(WORDS_VERSION)},
      array_to_tsvector(string_to_array(value->>4, ' ')) FROM jsonb_array_elements(CAST(${entries} AS jsonb))
    ON CONFLICT (player_id, ticket_id, seq) DO UPDATE SET doc_id = excluded.doc_id, words_version = excluded.words_version, words = excluded.words`,
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

// The index search_entry_outdated has this condition and order.
const anyOutdated = statement<Record<never, never>>()((db) =>
  db.selectFrom('search_entry').select('seq').where('words_version', 'is', null).limit(1),
);

const addOutdated = statement<{ limit: number }>()(
  (_db, { limit }) => sql`INSERT INTO search_task (player_id, ticket_id, seq)
    SELECT player_id, ticket_id, seq FROM search_entry WHERE words_version IS NULL
    ORDER BY doc_id DESC LIMIT ${limit}`,
);

const keyOf = (one: DocumentKey): string => keysAsJson([one]);

const NO_PARAMS: Params = {};

/** Their texts may change until they are added. */
interface ReadTasks {
  readonly tasks: readonly WaitingTask[];
  /** By text. */
  readonly tokens: ReadonlyMap<string, ReadonlySet<string>>;
  /** That finding the words took. */
  readonly milliseconds: number;
}

function tokensIn(document: SearchDocument, tokens: Iterable<string>): string {
  const prefix = periodName(periodOf(docIdAt(document.written_at)));
  return [projectToken(document.project_id), ...tokens].map((token) => prefix + token).join(' ');
}

/** The same number for the same message. */
const lowBits = (messageId: string) => createHash('sha256').update(messageId).digest().readUInt16BE() % IDS_PER_MS;

/** Fills the search index. Only one job may do it at a time. */
export const searchIndex = (db: Executor) => {
  async function addOne(document: SearchDocument, words: string): Promise<void> {
    const { player_id: playerId, ticket_id: ticketId, seq, written_at } = document;
    const first = docIdAt(written_at);
    await db.run(remove, { player_id: playerId, ticket_id: ticketId, seq });
    const past = Math.min(docIdAt(written_at + SECOND), periodStart(periodOf(first) + 1));
    const entry = await db.one(addEntry, { playerId, ticketId, seq, first, past });
    await db.run(addWords, { docId: entry?.doc_id ?? first, words });
  }

  /** Returns those that it added. */
  async function addSome(documents: readonly SearchDocument[], { tokens }: ReadTasks, isOver: () => boolean) {
    const added: SearchDocument[] = [];
    const entries: (string | number)[][] = [];
    let count = 0;
    for (const document of documents) {
      if (db.embedded && added.length > 0 && isOver()) break;
      const found = tokens.get(textOf(document));
      // It changed since it was read.
      if (found === undefined) continue;
      const words = tokensIn(document, found);
      const { player_id: playerId, ticket_id: ticketId, seq, written_at, message_id } = document;
      if (db.embedded) await addOne(document, words);
      else entries.push([playerId, ticketId, seq, docIdAt(written_at) + lowBits(message_id), words]);
      added.push(document);
      count += found.size;
    }
    if (entries.length > 0) await db.run(addAll, { entries: JSON.stringify(entries) });
    const merges = db.embedded ? Math.ceil(count / WORDS_PER_MERGE) : 0;
    for (let merge = 0; merge < merges; merge++) await db.run(mergeWords, NO_PARAMS);
    return added;
  }

  return {
    hasTasks: async () => (await db.one(anyTask, NO_PARAMS)) !== undefined,
    /** Waiting messages, with the sizes of their texts, the oldest first. `after`: a player. */
    waiting: (after: string) => db.all(waitingTasks, { after }),
    /** Finds the words, outside of a transaction, so that it holds up nobody. */
    async read(tasks: readonly WaitingTask[]): Promise<ReadTasks> {
      const documents = tasks.length === 0 ? [] : await db.all(readDocuments, { keys: keysAsJson(tasks) });
      let milliseconds = 0;
      const found = await inTurns(documents, (document) => {
        const text = textOf(document);
        const began = performance.now();
        const tokens = tokensOf(text);
        milliseconds += performance.now() - began;
        return [text, tokens] as const;
      });
      return { tasks, tokens: new Map(found), milliseconds };
    },
    /** Adds messages in this order, on SQLite until it is over. Returns those that still wait. */
    async add(read: ReadTasks, isOver: () => boolean): Promise<WaitingTask[]> {
      const ids = JSON.stringify(read.tasks.map(({ task_id }) => task_id));
      const still = new Set((await db.all(tasksIn, { ids })).map(({ task_id }) => task_id));
      // Another node has done the others.
      const tasks = read.tasks.filter(({ task_id }) => still.has(task_id));
      if (tasks.length === 0) return [];
      // A message that moved away and back has two tasks.
      const distinct = new Map(tasks.map((task) => [keyOf(task), task]));
      const locked = await db.all(lockDocuments, { keys: keysAsJson([...distinct.values()]) });
      const documents = new Map(locked.map((document) => [keyOf(document), document]));
      for (const [key, task] of distinct) if (!documents.has(key)) await db.run(remove, task);
      const inOrder = [...distinct.keys()].flatMap((key) => documents.get(key) ?? []);
      const added = await addSome(inOrder, read, isOver);
      if (added.length > 0) {
        await db.run(setOldest, { oldest: Math.min(...added.map((one) => docIdAt(one.written_at))) });
      }
      const addedKeys = new Set(added.map(keyOf));
      const isLeft = (task: WaitingTask) => documents.has(keyOf(task)) && !addedKeys.has(keyOf(task));
      const done = tasks.filter((task) => !isLeft(task)).map(({ task_id }) => task_id);
      await db.run(removeTasks, { ids: JSON.stringify(done) });
      return tasks.filter(isLeft);
    },
    async state(): Promise<{ complete: boolean; oldest: number | null }> {
      const row = await db.one(state, INDEX);
      return { complete: row?.player_id === null, oldest: row?.oldest ?? null };
    },
    /** Messages of before an upgrade, or whose words an older program found. */
    hasOlder: async () =>
      typeof (await db.one(state, INDEX))?.player_id === 'string' ||
      (await db.one(anyOutdated, NO_PARAMS)) !== undefined,
    /** Adds tasks of the next `limit` tickets, or of the newest messages with old words. */
    async addOlder(limit: number): Promise<void> {
      const { player_id: playerId, ticket_id: ticketId } = (await db.one(state, INDEX)) ?? {};
      if (typeof playerId !== 'string' || typeof ticketId !== 'string') {
        await db.run(addOutdated, { limit });
        return;
      }
      const last = (await db.all(nextTickets, { playerId, ticketId, limit })).at(-1);
      if (last !== undefined) {
        const { player_id: lastPlayer, ticket_id: lastTicket } = last;
        for (const one of ADD_TASKS) await db.run(one, { playerId, ticketId, lastPlayer, lastTicket });
      }
      await db.run(setPosition, { ...INDEX, player_id: last?.player_id ?? null, ticket_id: last?.ticket_id ?? null });
    },
  };
};
