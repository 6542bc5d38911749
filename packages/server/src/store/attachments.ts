import type { Waiting } from '../domain/fair-turns.ts';
import { fixedId } from '../domain/ids.ts';
import { DAY } from '../domain/time.ts';
import type { Executor } from './database.ts';
import { PagedTable } from './paged-table.ts';
import { deleteRows, hasCome, insertRow, selectRows, updateRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { rowValues } from './table.ts';
import { type AttachmentRow, type AttachmentUsageRow, attachmentTable, attachmentUsageTable } from './tables.ts';

const insert = insertRow(attachmentTable);

/** The least that a file counts: it also needs a row and a disk block. */
const LEAST_BYTES = 16_384;

/** Counts a file's bytes in the quotas. Nothing if it was refused. */
export const countedBytes = (size: number) => (size === 0 ? 0 : Math.max(size, LEAST_BYTES));

type Used = { playerId: string; projectId: string; day: number; from: string; until: number };

const used = statement<Used>()((db, { playerId, projectId, day, from, until }) =>
  db
    .selectFrom('player')
    .select((player) => [
      'blocked',
      'player.created_at',
      player
        .selectFrom('attachment')
        .select(
          sql<number>`CAST(COALESCE(SUM(CASE WHEN size BETWEEN 1 AND ${sql.lit(LEAST_BYTES)} THEN ${sql.lit(LEAST_BYTES)}
            ELSE size END), 0) AS bigint)`.as('bytes'),
        )
        .where('attachment.player_id', '=', playerId)
        .where('attachment_id', '>=', from)
        // Ids can be ahead of the clock.
        .where('attachment.created_at', '<', until)
        .where('uploaded_by', 'is', null)
        // Discarded ones do not count. Those of a deleted ticket do.
        .where((file) => file.or([file('state', '<>', sql.lit('deleted')), file('message_id', 'is not', null)]))
        .as('of_player'),
      player
        .selectFrom('attachment_usage')
        .select('bytes')
        .where((row) => row.and({ 'attachment_usage.project_id': projectId, day }))
        .as('of_project'),
    ])
    .where('player_id', '=', playerId),
);

const changeUsage = statement<AttachmentUsageRow>()((db, row) =>
  db
    .insertInto('attachment_usage')
    .values(rowValues(attachmentUsageTable, row))
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'day']).doUpdateSet({ bytes: sql`attachment_usage.bytes + ${row.bytes}` }),
    )
    .returning('bytes'),
);

const forgetUsage = statement<{ before: number }>()((db, { before }) =>
  db.deleteFrom('attachment_usage').where('day', '<', before),
);

type Key = Pick<AttachmentRow, 'player_id' | 'attachment_id'>;

const DELETED = { state: 'deleted' } as const;
const CLEARED = { ...DELETED, name: '', scan_at: null };
const READY = { state: 'ready' } as const;
const TO_SCAN = { ...READY, scan: 'waiting' } as const;

type Received = Key & Pick<AttachmentRow, 'name' | 'content_type' | 'size' | 'scan' | 'scan_at' | 'expires_at'>;

const receive = statement<Received & { counted: number }>()(
  (db, { player_id, attachment_id, counted, name, content_type, size, scan, scan_at, expires_at }) =>
    db
      .updateTable('attachment')
      .set({ name, content_type, size, scan, scan_at, expires_at })
      .set({ state: sql.lit('ready' as const), upload_offset: sql.ref('upload_length') })
      .where((row) => row.and({ player_id, attachment_id, state: sql.lit('receiving' as const), size: counted })),
);

const discard = statement<Key & { now: number }>()((db, { player_id, attachment_id, now }) =>
  db
    .updateTable('attachment')
    .set({ ...CLEARED, expires_at: now })
    .where((row) => row.and({ player_id, attachment_id, message_id: null }))
    .where('state', '<>', sql.lit('deleted'))
    .returning(['project_id', 'created_at', 'size']),
);

const byId = selectRows(attachmentTable, ['player_id', 'attachment_id', 'state']);

type Unbound = { playerId: string; ids: string; uploadedBy: string | null; ticketId: string | null };

const usable = statement<Unbound>()((db, { playerId, ids, uploadedBy, ticketId }) =>
  db
    .selectFrom('attachment')
    .select('attachment_id')
    .where((row) => row.and({ player_id: playerId, ...READY, message_id: null }))
    .where('attachment_id', 'in', textsInJson(db, ids))
    .where('scan', '<>', sql.lit('infected'))
    .where('uploaded_by', 'is not distinct from', uploadedBy)
    .where('ticket_id', 'is not distinct from', ticketId),
);

type Bound = { playerId: string; ids: string; ticketId: string; messageId: string };

const bind = statement<Bound>()((db, { playerId, ids, ticketId, messageId }) =>
  db
    .updateTable('attachment')
    .set({ ticket_id: ticketId, message_id: messageId, expires_at: null })
    .where((row) => row.and({ player_id: playerId, ...READY, message_id: null }))
    .where('attachment_id', 'in', textsInJson(db, ids)),
);

const CHANGED = ['state', 'name', 'scan_at', 'expires_at'] as const;
const removeOfTicket = updateRows(attachmentTable, ['player_id', 'ticket_id'], CHANGED);

const anyExpired = statement<{ now: number }>()((db, { now }) =>
  db.selectFrom('attachment').select('expires_at').where('expires_at', '<=', now).limit(1),
);
/** `latest`: see `hasCome`. */
type ScanTimes = { now: number; latest: number };
const anyToScan = statement<ScanTimes>()((db, times) =>
  db.selectFrom('attachment').select('scan_at').where(hasCome('scan_at', times)).limit(1),
);

const expired = statement<{ now: number; limit: number }>()((db, { now, limit }) =>
  db
    .selectFrom('attachment')
    .select(['player_id', 'attachment_id', 'state', 'next_part_number'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit),
);

/** Waiting files among which the turns choose: the oldest, and as many of the newest. */
const SEEN_FILES = 100;

const toScan = statement<ScanTimes>()((_db, times) => {
  const some = (order: 'ASC' | 'DESC') => sql`SELECT player_id, attachment_id, project_id, size, scan_at FROM (
    SELECT player_id, attachment_id, project_id, size, scan_at FROM attachment WHERE ${hasCome('scan_at', times)}
    ORDER BY scan_at ${sql.raw(order)} LIMIT ${sql.lit(SEEN_FILES)}) AS file_${sql.raw(order)}`;
  return sql<Key & Waiting>`SELECT player_id, attachment_id, project_id, size AS cost
    FROM (${some('ASC')} UNION ${some('DESC')}) AS file ORDER BY scan_at`;
});

const takeForScan = statement<Key & ScanTimes & { until: number }>()(
  (db, { player_id, attachment_id, now, latest, until }) =>
    db
      .updateTable('attachment')
      .set({ scan_at: until })
      .where((row) => row.and({ player_id, attachment_id }))
      .where(hasCome('scan_at', { now, latest }))
      .returning(attachmentTable.columns),
);

const scanAgain = updateRows(attachmentTable, ['player_id', 'attachment_id', 'scan', 'state'], ['scan_at']);

const setScan = statement<Key & { scan: 'clean' | 'infected' }>()((db, { player_id, attachment_id, scan }) =>
  db
    .updateTable('attachment')
    .set({ scan, scan_at: null })
    .where((row) => row.and({ player_id, attachment_id, ...TO_SCAN }))
    .returning(['project_id', 'ticket_id']),
);

const removeLater = updateRows(attachmentTable, ['player_id', 'attachment_id', 'state'], ['expires_at']);
const remove = deleteRows(attachmentTable, 'player_id', 'attachment_id', 'state');

const files = new PagedTable(attachmentTable);

const count = statement<Record<never, never>>()((db) =>
  db.selectFrom('attachment').select((select) => select.fn.countAll<number>().as('rows')),
);

/** What a command needs to find a row's file. */
export type FileRow = Pick<AttachmentRow, 'player_id' | 'attachment_id' | 'state' | 'size' | 'scan'>;

/** The file was received, and no malware was found in it. */
export const hasFile = ({ state, scan }: Pick<FileRow, 'state' | 'scan'>) => state === 'ready' && scan !== 'infected';

export const dayOf = (time: number) => Math.floor(time / DAY);

/** An upload can end on the day after it began. */
const oldestDay = (now: number) => dayOf(now) - 1;

const addUsage = async (db: Executor, projectId: string, at: number, bytes: number): Promise<number> =>
  Number((await db.one(changeUsage, { project_id: projectId, day: dayOf(at), bytes }))?.bytes ?? 0);

export const attachments = (db: Executor) => ({
  /** Yields all rows, in any state. For commands: it reads the whole table. */
  // The cast: the rows have all columns of the table.
  pages: () => files.pages(db) as AsyncGenerator<AttachmentRow[], void, void>,
  /** For commands, like `pages`. */
  count: async () => (await db.one(count, {}))?.rows ?? 0,
  add: (row: AttachmentRow) => db.run(insert, row),
  /** Finds who uploads, and what counts on the day of `at` (UTC). Undefined: no such player. */
  async used(playerId: string, projectId: string, at: number) {
    const day = dayOf(at);
    const from = fixedId('attachment', day * DAY, new Uint8Array(14));
    const row = await db.one(used, { playerId, projectId, day, from, until: (day + 1) * DAY });
    if (row === undefined) return undefined;
    const { blocked, created_at: createdAt, of_player, of_project } = row;
    return { blocked, createdAt, ofPlayer: Number(of_player), ofProject: Number(of_project ?? 0) };
  },
  /** Returns the sum of the day of `at`. */
  addUsage: (projectId: string, at: number, bytes: number) => addUsage(db, projectId, at, bytes),
  forgetUsage: (now: number) => db.run(forgetUsage, { before: oldestDay(now) }),
  /** `counted`: its bytes that count so far. False if the file is no longer expected. */
  receive: async (file: Received, counted: number): Promise<boolean> =>
    (await db.run(receive, { ...file, counted })) > 0,
  /**
   * The job deletes the files, and their bytes no longer count. Returns those without a message,
   * each once. Only in a transaction.
   */
  async discard<File extends Key>(files: readonly File[], now: number): Promise<File[]> {
    const discarded = [];
    for (const file of files) {
      const row = await db.one(discard, { ...file, now });
      if (row !== undefined) discarded.push({ file, row });
    }
    // Last, as when a file is counted: transactions with the same order cannot deadlock.
    for (const { row } of discarded) {
      const { project_id, created_at, size } = row;
      if (size > 0 && dayOf(created_at) >= oldestDay(now))
        await addUsage(db, project_id, created_at, -countedBytes(size));
    }
    return discarded.map(({ file }) => file);
  },
  byId: (playerId: string, attachmentId: string) =>
    db.one(byId, { player_id: playerId, attachment_id: attachmentId, ...READY }),
  /** Finds files that a new message can get. `ticketId`: of the team's uploads. */
  usable: async (playerId: string, ids: readonly string[], uploader: { id: string; ticketId: string } | undefined) => {
    const uploadedBy = uploader?.id ?? null;
    const ticketId = uploader?.ticketId ?? null;
    const rows = await db.all(usable, { playerId, ids: JSON.stringify(ids), uploadedBy, ticketId });
    return rows.map(({ attachment_id }) => attachment_id);
  },
  /** Gives files to a message. Lock the player before `usable` and this. */
  bind: (playerId: string, ids: readonly string[], { ticketId, messageId }: Omit<Bound, 'playerId' | 'ids'>) =>
    db.send(bind, { playerId, ids: JSON.stringify(ids), ticketId, messageId }),
  /** The job deletes the files. Their rows stay until then. */
  removeOfTicket: (playerId: string, ticketId: string, now: number) =>
    db.run(removeOfTicket, { player_id: playerId, ticket_id: ticketId, ...CLEARED, expires_at: now }),
  anyExpired: async (now: number) => (await db.one(anyExpired, { now })) !== undefined,
  /** Oldest first. */
  expired: (now: number, limit: number) => db.all(expired, { now, limit }),
  anyToScan: async (times: ScanTimes) => (await db.one(anyToScan, times)) !== undefined,
  /** Files that wait for the scanner, the longest first. */
  toScan: (times: ScanTimes) => db.all(toScan, times),
  /** Other nodes leave these files until then. Returns them. */
  async takeForScan(files: readonly Key[], times: ScanTimes & { until: number }) {
    const taken: AttachmentRow[] = [];
    for (const { player_id, attachment_id } of files) {
      taken.push(...(await db.all(takeForScan, { player_id, attachment_id, ...times })));
    }
    return taken;
  },
  scanAgain: (file: Key, at: number) => db.run(scanAgain, { ...file, ...TO_SCAN, scan_at: at }),
  /** Undefined: the file no longer waits for the scanner. */
  setScan: (file: Key, scan: 'clean' | 'infected') => db.one(setScan, { ...file, scan }),
  removeLater: (file: Key, at: number) => db.run(removeLater, { ...file, ...DELETED, expires_at: at }),
  remove: (file: Key) => db.run(remove, { ...file, ...DELETED }),
});
