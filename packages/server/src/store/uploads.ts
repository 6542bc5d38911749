import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import { type AttachmentRow, attachmentTable } from './tables.ts';

type Key = { playerId: string; attachmentId: string };

const find = statement<Key & { now: number }>()((db, { playerId, attachmentId, now }) =>
  db
    .selectFrom('attachment')
    .select(attachmentTable.columns)
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('upload_length', 'is not', null)
    .where('state', '<>', sql.lit('deleted'))
    .where((row) => row.or([row('expires_at', '>', now), row('expires_at', 'is', null)])),
);

type Part = Key & { offset: number };

const takeNumber = statement<Part & { most: number }>()((db, { playerId, attachmentId, offset, most }) =>
  db
    .updateTable('attachment')
    .set({ next_part_number: sql`next_part_number + 1` })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('state', '=', sql.lit('receiving'))
    .where('upload_offset', '=', offset)
    .where('next_part_number', '<', most)
    .returning('next_part_number'),
);

const addPart = statement<Part & { end: number; parts: string }>()(
  (db, { playerId, attachmentId, offset, end, parts }) =>
    db
      .updateTable('attachment')
      .set({ upload_offset: end, part_numbers: parts })
      .where('player_id', '=', playerId)
      .where('attachment_id', '=', attachmentId)
      .where('state', '=', sql.lit('receiving'))
      .where('upload_offset', '=', offset),
);

const beginFinish = statement<Part & { until: number }>()((db, { playerId, attachmentId, offset, until }) =>
  db
    .updateTable('attachment')
    .set({ upload_offset: sql.ref('upload_length'), expires_at: until })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('state', '=', sql.lit('receiving'))
    .where('upload_offset', '=', offset),
);

const undoFinish = statement<Part & { expiresAt: number }>()((db, { playerId, attachmentId, offset, expiresAt }) =>
  db
    .updateTable('attachment')
    .set({ upload_offset: offset, expires_at: expiresAt })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('state', '=', sql.lit('receiving'))
    .whereRef('upload_offset', '=', 'upload_length'),
);

const PAGE_ROWS = 500;

const withParts = statement<Key>()((db, { playerId, attachmentId }) =>
  db
    .selectFrom('attachment')
    .select(['player_id', 'attachment_id', 'state', 'next_part_number'])
    .where('next_part_number', 'is not', null)
    .where(sql<boolean>`(player_id, attachment_id) > (${playerId}, ${attachmentId})`)
    .orderBy('player_id')
    .orderBy('attachment_id')
    .limit(PAGE_ROWS),
);

const forgetParts = statement<Key>()((db, { playerId, attachmentId }) =>
  db
    .updateTable('attachment')
    .set({ next_part_number: null, part_numbers: null })
    .where('player_id', '=', playerId)
    .where('attachment_id', '=', attachmentId)
    .where('state', '=', sql.lit('ready')),
);

/** Its parts may be in the file store. */
export type RowWithParts = Pick<AttachmentRow, 'player_id' | 'attachment_id' | 'state' | 'next_part_number'>;

export const uploads = (db: Executor) => ({
  /** Complete or not. Undefined: expired or deleted. */
  find: (playerId: string, attachmentId: string, now: number) => db.one(find, { playerId, attachmentId, now }),
  /**
   * Takes a number for a part before its bytes are stored, never twice. Undefined: another offset,
   * or no number left.
   */
  takeNumber: async (part: Part, most: number): Promise<number | undefined> => {
    const taken = (await db.one(takeNumber, { ...part, most }))?.next_part_number;
    return taken === undefined || taken === null ? undefined : Number(taken) - 1;
  },
  /** False: another part came first, or the upload was deleted. */
  addPart: async (part: Part & { end: number; parts: string }): Promise<boolean> => (await db.run(addPart, part)) > 0,
  /**
   * One request checks and stores the whole file. False: another came first. After a crash, the
   * upload ends at `until`.
   */
  beginFinish: async (part: Part & { until: number }): Promise<boolean> => (await db.run(beginFinish, part)) > 0,
  /** The last part can be sent again: the file could not be stored. */
  undoFinish: (part: Part & { expiresAt: number }) => db.run(undoFinish, part),
  /** Reads all rows that may have stored parts, in pages. */
  async *withParts(): AsyncGenerator<RowWithParts[], void, void> {
    let at: Key = { playerId: '', attachmentId: '' };
    for (;;) {
      const rows = await db.all(withParts, at);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      at = { playerId: last.player_id, attachmentId: last.attachment_id };
    }
  },
  /** Records that a complete file's parts are deleted. */
  forgetParts: (playerId: string, attachmentId: string) => db.run(forgetParts, { playerId, attachmentId }),
});
