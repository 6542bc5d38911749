import type { Config } from '../config/config.ts';
import { DAY, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { countedBytes, dayOf } from '../store/attachments.ts';
import type { Store, Stores, Transaction } from '../store/store.ts';
import type { AttachmentRow } from '../store/tables.ts';

/** `ticket_id`: the team uploads it for a reply here. */
export type Owner = Pick<AttachmentRow, 'player_id' | 'project_id' | 'uploaded_by' | 'ticket_id'>;

type Announced = Pick<
  AttachmentRow,
  'attachment_id' | 'name' | 'created_at' | 'expires_at' | 'upload_length' | 'upload_offset'
>;

export type Quotas = ReturnType<typeof createQuotas>;

/** Counts bytes when they are stored, on the day on which their file began. */
export function createQuotas(store: Store, { playerBytesPerDay, projectBytesPerDay }: Config['attachments']) {
  /** Throws AppError `not-found`, `player-blocked`, `rate-limited`. `more`: bytes not counted yet. */
  async function requireRoom({ attachments }: Pick<Stores, 'attachments'>, owner: Owner, at: number, more: number) {
    const used = await attachments.used(owner.player_id, owner.project_id, at);
    if (used === undefined) throw new AppError('not-found');
    if (owner.uploaded_by === null) {
      if (used.blocked !== 0) throw new AppError('player-blocked');
      if (used.ofPlayer + more > playerBytesPerDay) throw quotaUsed('player', playerBytesPerDay, at);
    }
    if (used.ofProject + more > projectBytesPerDay) throw quotaUsed('project', projectBytesPerDay, at);
  }

  return {
    /**
     * Adds a file without bytes if `length` bytes have room. Throws AppError `not-found`,
     * `player-blocked`, `rate-limited`.
     */
    async begin(owner: Owner, file: Announced, length: number): Promise<AttachmentRow> {
      await requireRoom(store, owner, file.created_at, countedBytes(length));
      const rest = { state: 'receiving', content_type: '', message_id: null, scan: 'off', scan_at: null } as const;
      const parts = { part_numbers: null, next_part_number: file.upload_offset };
      const row: AttachmentRow = { ...owner, ...file, ...rest, ...parts, size: 0 };
      await store.attachments.add(row);
      return row;
    },
    /**
     * Counts with `change`, which gives the file `size` bytes. False: it is no longer expected. Throws
     * like `begin`, and then nothing changed.
     */
    count: (row: AttachmentRow, size: number, change: (tx: Transaction) => Promise<boolean>): Promise<boolean> =>
      store.transaction(async (tx) => {
        if (!(await change(tx))) return false;
        const more = countedBytes(size) - countedBytes(row.size);
        if (more !== 0) await tx.attachments.addUsage(row.project_id, row.created_at, more);
        // Afterwards: uploads of one project wait for each other here, so no sum is too small.
        if (more > 0) await requireRoom(tx, row, row.created_at, 0);
        return true;
      }),
    /** For a file that never becomes complete. If this fails, the job does it later. */
    async giveBack(row: AttachmentRow, now: number): Promise<void> {
      await store.transaction((tx) => tx.attachments.discard([row], now)).catch(() => {});
    },
  };
}

function quotaUsed(who: 'player' | 'project', bytes: number, now: number): AppError {
  const seconds = Math.ceil(((dayOf(now) + 1) * DAY - now) / SECOND);
  return new AppError('rate-limited', {
    detail: `The files of a ${who} may have ${bytes / 1_000_000} MB per day (UTC). Wait ${seconds} seconds, or send a smaller file.`,
    headers: { 'retry-after': String(seconds) },
  });
}
