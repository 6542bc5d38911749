import { fixedId } from '../domain/ids.ts';
import { DAY } from '../domain/time.ts';
import type { Executor } from './database.ts';
import { insertRow } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { rowValues } from './table.ts';
import { type AttachmentRow, type AttachmentUsageRow, attachmentTable, attachmentUsageTable } from './tables.ts';

const insert = insertRow(attachmentTable);

/** The least that a file counts: it also needs a row and a disk block. */
const LEAST_BYTES = 16_384;

/** Counts a file's bytes in the quotas. Nothing if it was refused. */
export const countedBytes = (size: number) => (size === 0 ? 0 : Math.max(size, LEAST_BYTES));

const bytesSince = statement<{ playerId: string; from: string }>()((db, { playerId, from }) =>
  db
    .selectFrom('attachment')
    .select(
      sql<number>`CAST(COALESCE(SUM(CASE WHEN size BETWEEN 1 AND ${sql.lit(LEAST_BYTES)} THEN ${sql.lit(LEAST_BYTES)}
        ELSE size END), 0) AS bigint)`.as('bytes'),
    )
    .where('player_id', '=', playerId)
    .where('attachment_id', '>=', from)
    .where('uploaded_by', 'is', null),
);

const addUsage = statement<AttachmentUsageRow>()((db, row) =>
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

type Key = { playerId: string; attachmentId: string };

type Received = Key & Pick<AttachmentRow, 'name' | 'content_type' | 'size' | 'scan' | 'scan_at' | 'expires_at'>;

const receive = statement<Received>()((db, file) =>
  db
    .updateTable('attachment')
    .set({
      state: sql.lit('ready' as const),
      name: file.name,
      content_type: file.content_type,
      size: file.size,
      scan: file.scan,
      scan_at: file.scan_at,
      expires_at: file.expires_at,
      upload_offset: sql.ref('upload_length'),
    })
    .where('player_id', '=', file.playerId)
    .where('attachment_id', '=', file.attachmentId)
    .where('state', '=', sql.lit('receiving')),
);

const discard = statement<Key & { now: number }>()((db, { playerId, attachmentId, now }) =>
  db
    .updateTable('attachment')
    .set({ state: sql.lit('deleted' as const), name: sql.lit(''), size: sql.lit(0), scan_at: null, expires_at: now })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('message_id', 'is', null),
);

const byId = statement<Key>()((db, { playerId, attachmentId }) =>
  db
    .selectFrom('attachment')
    .select(attachmentTable.columns)
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('state', '=', sql.lit('ready')),
);

type Unbound = { playerId: string; ids: string; uploadedBy: string | null; ticketId: string | null };

const usable = statement<Unbound>()((db, { playerId, ids, uploadedBy, ticketId }) =>
  db
    .selectFrom('attachment')
    .select('attachment_id')
    .where('player_id', '=', playerId)
    .where('attachment_id', 'in', textsInJson(db, ids))
    .where('state', '=', sql.lit('ready'))
    .where('scan', '<>', sql.lit('infected'))
    .where('message_id', 'is', null)
    .where('uploaded_by', 'is not distinct from', uploadedBy)
    .where('ticket_id', 'is not distinct from', ticketId),
);

type Bound = { playerId: string; ids: string; ticketId: string; messageId: string };

const bind = statement<Bound>()((db, { playerId, ids, ticketId, messageId }) =>
  db
    .updateTable('attachment')
    .set({ ticket_id: ticketId, message_id: messageId, expires_at: null })
    .where('player_id', '=', playerId)
    .where('attachment_id', 'in', textsInJson(db, ids))
    .where('state', '=', sql.lit('ready'))
    .where('message_id', 'is', null),
);

const DELETED = { state: sql.lit('deleted' as const), name: sql.lit(''), scan_at: null };

const removeOfTicket = statement<{ playerId: string; ticketId: string; now: number }>()(
  (db, { playerId, ticketId, now }) =>
    db
      .updateTable('attachment')
      .set({ ...DELETED, expires_at: now })
      .where('player_id', '=', playerId)
      .where('ticket_id', '=', ticketId),
);

const removeOfPlayer = statement<{ playerId: string; now: number }>()((db, { playerId, now }) =>
  db
    .updateTable('attachment')
    .set({ ...DELETED, expires_at: now })
    .where('player_id', '=', playerId),
);

const anyExpired = statement<{ now: number }>()((db, { now }) =>
  db.selectFrom('attachment').select('expires_at').where('expires_at', '<=', now).limit(1),
);

const expired = statement<{ now: number; limit: number }>()((db, { now, limit }) =>
  db
    .selectFrom('attachment')
    .select(['player_id', 'attachment_id', 'state', 'next_part_number'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit),
);

const anyToScan = statement<{ now: number }>()((db, { now }) =>
  db.selectFrom('attachment').select('scan_at').where('scan_at', '<=', now).limit(1),
);

const takeForScan = statement<{ now: number; until: number; limit: number }>()((db, { now, until, limit }) =>
  db
    .updateTable('attachment')
    .set({ scan_at: until })
    .where((row) =>
      row(
        row.refTuple('player_id', 'attachment_id'),
        'in',
        row
          .selectFrom('attachment')
          .select(['player_id', 'attachment_id'])
          .where('scan_at', '<=', now)
          .orderBy('scan_at')
          .limit(limit)
          .$asTuple('player_id', 'attachment_id'),
      ),
    )
    .returning(attachmentTable.columns),
);

const scanAgain = statement<Key & { at: number }>()((db, { playerId, attachmentId, at }) =>
  db
    .updateTable('attachment')
    .set({ scan_at: at })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('scan', '=', sql.lit('waiting'))
    .where('state', '=', sql.lit('ready')),
);

const setScan = statement<Key & { scan: 'clean' | 'infected' }>()((db, { playerId, attachmentId, scan }) =>
  db
    .updateTable('attachment')
    .set({ scan, scan_at: null })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('scan', '=', sql.lit('waiting'))
    .where('state', '=', sql.lit('ready'))
    .returning(['project_id', 'ticket_id']),
);

const removeLater = statement<Key & { at: number }>()((db, { playerId, attachmentId, at }) =>
  db
    .updateTable('attachment')
    .set({ expires_at: at })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('state', '=', sql.lit('deleted')),
);

const remove = statement<Key>()((db, { playerId, attachmentId }) =>
  db
    .deleteFrom('attachment')
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('state', '=', sql.lit('deleted')),
);

const PAGE_ROWS = 500;

const page = statement<Key>()((db, { playerId, attachmentId }) =>
  db
    .selectFrom('attachment')
    .select(['player_id', 'attachment_id', 'state', 'size', 'scan'])
    .where(sql<boolean>`(player_id, attachment_id) > (${playerId}, ${attachmentId})`)
    .orderBy('player_id')
    .orderBy('attachment_id')
    .limit(PAGE_ROWS),
);

const count = statement<Record<never, never>>()((db) =>
  db.selectFrom('attachment').select(sql<number>`CAST(COUNT(*) AS bigint)`.as('rows')),
);

/** What a command needs to find a row's file. */
export type FileRow = Pick<AttachmentRow, 'player_id' | 'attachment_id' | 'state' | 'size' | 'scan'>;

/** The file was received, and no malware was found in it. */
export const hasFile = ({ state, scan }: Pick<FileRow, 'state' | 'scan'>) => state === 'ready' && scan !== 'infected';

export const dayOf = (time: number) => Math.floor(time / DAY);

export const attachments = (db: Executor) => ({
  /** Yields all rows, in any state. For commands: it reads the whole table. */
  async *pages(): AsyncGenerator<FileRow[], void, void> {
    let at: Key = { playerId: '', attachmentId: '' };
    for (;;) {
      const rows = await db.all(page, at);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      at = { playerId: last.player_id, attachmentId: last.attachment_id };
    }
  },
  /** Counts rows in any state. For commands: it reads the whole table. */
  count: async (): Promise<number> => Number((await db.one(count, {}))?.rows ?? 0),
  add: (row: AttachmentRow) => db.run(insert, row),
  /** Counts a player's bytes on the day of `now` (UTC), with what is reserved. */
  bytesToday: async (playerId: string, now: number): Promise<number> => {
    const from = fixedId('attachment', dayOf(now) * DAY, new Uint8Array(14));
    return Number((await db.one(bytesSince, { playerId, from }))?.bytes ?? 0);
  },
  /** Returns the day's sum. */
  addUsage: async (projectId: string, now: number, bytes: number): Promise<number> =>
    Number((await db.one(addUsage, { project_id: projectId, day: dayOf(now), bytes }))?.bytes ?? 0),
  /** Deletes older days. */
  forgetUsage: (now: number) => db.run(forgetUsage, { before: dayOf(now) }),
  /** False if the file is no longer expected. */
  receive: async (file: Received): Promise<boolean> => (await db.run(receive, file)) > 0,
  /** The job deletes the file, and its bytes no longer count. False: a message has it. */
  discard: async (playerId: string, attachmentId: string, now: number): Promise<boolean> =>
    (await db.run(discard, { playerId, attachmentId, now })) > 0,
  byId: (playerId: string, attachmentId: string) => db.one(byId, { playerId, attachmentId }),
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
  removeOfTicket: (playerId: string, ticketId: string, now: number) =>
    db.run(removeOfTicket, { playerId, ticketId, now }),
  /** The job deletes the files. Their rows stay until then. */
  removeOfPlayer: (playerId: string, now: number) => db.run(removeOfPlayer, { playerId, now }),
  anyExpired: async (now: number) => (await db.one(anyExpired, { now })) !== undefined,
  /** Finds files for the job to delete, oldest first. */
  expired: (now: number, limit: number) => db.all(expired, { now, limit }),
  anyToScan: async (now: number) => (await db.one(anyToScan, { now })) !== undefined,
  takeForScan: (request: { now: number; until: number; limit: number }) => db.all(takeForScan, request),
  /** The scanner gets the file again at this time. */
  scanAgain: (playerId: string, attachmentId: string, at: number) => db.run(scanAgain, { playerId, attachmentId, at }),
  /** Undefined: the file no longer waits for the scanner. */
  setScan: (request: Key & { scan: 'clean' | 'infected' }) => db.one(setScan, request),
  /** The job tries again at this time. */
  removeLater: (playerId: string, attachmentId: string, at: number) =>
    db.run(removeLater, { playerId, attachmentId, at }),
  remove: (playerId: string, attachmentId: string) => db.run(remove, { playerId, attachmentId }),
});
