import type { Kysely } from 'kysely';
import type { Executor } from './database.ts';
import { updateRows } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type AttachmentRow, attachmentTable, type Tables } from './tables.ts';

type Key = Pick<AttachmentRow, 'player_id' | 'attachment_id'>;

const find = statement<Key & { now: number }>()((db, { player_id, attachment_id, now }) =>
  db
    .selectFrom('attachment')
    .select(attachmentTable.columns)
    .where((row) => row.and({ player_id, attachment_id }))
    .where('upload_length', 'is not', null)
    .where('state', '<>', sql.lit('deleted'))
    .where((row) => row.or([row('expires_at', '>', now), row('expires_at', 'is', null)])),
);

/** `upload_offset`: where the part begins. */
type Part = Key & { readonly upload_offset: number };

const receiving = (db: Kysely<Tables>, { player_id, attachment_id, upload_offset }: Part) =>
  db
    .updateTable('attachment')
    .where((row) => row.and({ player_id, attachment_id, state: sql.lit('receiving' as const), upload_offset }));

/** `counted`: what counts of it so far. */
type NewPart = Part & {
  readonly counted: number;
  readonly end: number;
  readonly parts: string;
  readonly until: number;
};

const takeNumber = statement<Part & { most: number }>()((db, part) =>
  receiving(db, part)
    .set({ next_part_number: sql`next_part_number + 1` })
    .where('next_part_number', '<', part.most)
    .returning('next_part_number'),
);

const addPart = statement<NewPart>()((db, part) =>
  receiving(db, part)
    .set({ size: part.end, upload_offset: part.end, part_numbers: part.parts, expires_at: part.until })
    .where('size', '=', part.counted),
);

const beginFinish = statement<Part & { until: number }>()((db, part) =>
  receiving(db, part).set({ upload_offset: sql.ref('upload_length'), expires_at: part.until }),
);

const undoFinish = statement<Part & { until: number }>()((db, { player_id, attachment_id, upload_offset, until }) =>
  db
    .updateTable('attachment')
    .set({ upload_offset, expires_at: until })
    .where((row) => row.and({ player_id, attachment_id, state: sql.lit('receiving' as const) }))
    .whereRef('upload_offset', '=', 'upload_length'),
);

const PAGE_ROWS = 500;

const withParts = statement<Key>()((db, { player_id, attachment_id }) =>
  db
    .selectFrom('attachment')
    .select(['player_id', 'attachment_id', 'state', 'next_part_number'])
    .where('next_part_number', 'is not', null)
    .where(sql<boolean>`(player_id, attachment_id) > (${player_id}, ${attachment_id})`)
    .orderBy('player_id')
    .orderBy('attachment_id')
    .limit(PAGE_ROWS),
);

const PARTS = ['part_numbers', 'next_part_number'] as const;
const forgetParts = updateRows(attachmentTable, ['player_id', 'attachment_id'], PARTS, { only: { state: 'ready' } });

/** Its parts may be in the file store. */
export type RowWithParts = Pick<AttachmentRow, 'player_id' | 'attachment_id' | 'state' | 'next_part_number'>;

export const uploads = (db: Executor) => ({
  /** Complete or not. Undefined: expired or deleted. */
  find: (playerId: string, attachmentId: string, now: number) =>
    db.one(find, { player_id: playerId, attachment_id: attachmentId, now }),
  /**
   * Takes a number for a part before its bytes are stored, never twice. Undefined: another offset,
   * or no number left.
   */
  takeNumber: async (part: Part, most: number): Promise<number | undefined> => {
    const taken = (await db.one(takeNumber, { ...part, most }))?.next_part_number;
    return taken === undefined || taken === null ? undefined : Number(taken) - 1;
  },
  /** The upload ends at `until`. False: another part came first, or it was deleted. */
  addPart: async (part: NewPart): Promise<boolean> => (await db.run(addPart, part)) > 0,
  /**
   * One request checks and stores the whole file. False: another came first. After a crash, the
   * upload ends at `until`.
   */
  beginFinish: async (part: Part & { until: number }): Promise<boolean> => (await db.run(beginFinish, part)) > 0,
  /** The last part can be sent again: the file could not be stored. */
  undoFinish: (part: Part & { until: number }) => db.run(undoFinish, part),
  async *withParts(): AsyncGenerator<RowWithParts[], void, void> {
    let at: Key = { player_id: '', attachment_id: '' };
    for (;;) {
      const rows = await db.all(withParts, at);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      at = last;
    }
  },
  /** Records that a complete file's parts are deleted. */
  forgetParts: (key: Key) => db.run(forgetParts, { ...key, part_numbers: null, next_part_number: null }),
});
