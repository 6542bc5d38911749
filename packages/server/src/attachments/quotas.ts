import type { Config } from '../config/config.ts';
import { isNewPlayer } from '../domain/project.ts';
import { RecentMap } from '../domain/recent-map.ts';
import { DAY, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { countedBytes, dayOf } from '../store/attachments.ts';
import type { Store, Stores, Transaction } from '../store/store.ts';
import type { AttachmentRow } from '../store/tables.ts';

/** `ticket_id`: the team uploads it for a reply here. */
export type Uploader = Pick<AttachmentRow, 'player_id' | 'project_id' | 'uploaded_by' | 'ticket_id'>;

type NewFile = Pick<
  AttachmentRow,
  'attachment_id' | 'name' | 'created_at' | 'expires_at' | 'upload_length' | 'upload_offset'
>;

/** `size`: of the file, with what is new. `countedAs`: see `UploadSlot`. */
type StoredBytes = { readonly size: number; readonly countedAs: string; readonly now: number };

type CountedFile = Pick<AttachmentRow, 'player_id' | 'project_id' | 'uploaded_by' | 'created_at'>;

export type Quotas = ReturnType<typeof createQuotas>;

/** Of a project's day. What players may not use is for the team. */
const PLAYERS_SHARE = 0.9;
const NEW_PLAYERS_SHARE = 0.5;
/** Of one address, member or key, and of new players at one address. */
const SENDER_SHARE = 0.5;
const NEW_PLAYERS_AT_ADDRESS_SHARE = 0.125;
/** At least so many sums are kept, in memory only. */
const MAX_SENDERS = 10_000;

/** Counts bytes when they are stored, on the day on which their file began. */
export function createQuotas(store: Store, { playerBytesPerDay, projectBytesPerDay }: Config['attachments']) {
  /** Bytes by project, day and sender. */
  const sent = new RecentMap<number>(MAX_SENDERS);

  /**
   * Returns whether a new player sends it. Throws AppError `not-found`, `player-blocked`,
   * `rate-limited`. `more`: not counted yet.
   */
  async function requireRoom(
    { attachments }: Pick<Stores, 'attachments'>,
    file: CountedFile,
    now: number,
    more: number,
  ): Promise<boolean> {
    const { player_id, project_id, uploaded_by, created_at } = file;
    const used = await attachments.used(player_id, project_id, created_at);
    if (used === undefined) throw new AppError('not-found');
    const isNew = uploaded_by === null && isNewPlayer(used.createdAt, now);
    if (uploaded_by === null) {
      if (used.blocked !== 0) throw new AppError('player-blocked');
      if (used.ofPlayer + more > playerBytesPerDay) throw quotaUsed('A player', playerBytesPerDay, now);
      const [who, share] = isNew
        ? (['New players of a project', NEW_PLAYERS_SHARE] as const)
        : (['Players of a project', PLAYERS_SHARE] as const);
      if (used.ofProject + more > projectBytesPerDay * share) throw quotaUsed(who, projectBytesPerDay * share, now);
    }
    if (used.ofProject + more > projectBytesPerDay) throw quotaUsed('A project', projectBytesPerDay, now);
    return isNew;
  }

  return {
    /**
     * Adds a file without bytes if `length` bytes have room. Throws AppError `not-found`,
     * `player-blocked`, `rate-limited`.
     */
    async begin(uploader: Uploader, file: NewFile, length: number): Promise<AttachmentRow> {
      await requireRoom(store, { ...uploader, ...file }, file.created_at, countedBytes(length));
      const rest = { state: 'receiving', content_type: '', message_id: null, scan: 'off', scan_at: null } as const;
      const parts = { part_numbers: null, next_part_number: file.upload_offset };
      const row: AttachmentRow = { ...uploader, ...file, ...rest, ...parts, size: 0 };
      await store.attachments.add(row);
      return row;
    },
    /**
     * Counts with `change`, which gives the file its new size. False: it is no longer expected.
     * Throws like `begin`, and then nothing changed.
     */
    async count(
      row: AttachmentRow,
      { size, countedAs, now }: StoredBytes,
      change: (tx: Transaction) => Promise<boolean>,
    ): Promise<boolean> {
      const { project_id, created_at: at } = row;
      const more = countedBytes(size) - countedBytes(row.size);
      const key = `${project_id} ${dayOf(at)} ${countedAs}`;
      const ofNew = `${key} new`;
      const requireShare = (name: string, who: string, share: number) => {
        const most = projectBytesPerDay * share;
        if ((sent.get(name) ?? 0) + more > most) throw quotaUsed(who, most, now);
      };
      let isNew = false;
      const isExpected = await store.transaction(async (tx) => {
        if (!(await change(tx))) return false;
        if (more !== 0) await tx.attachments.addUsage(project_id, at, more);
        // Afterwards: uploads of one project wait for each other here, so no sum is too small.
        if (more <= 0) return true;
        isNew = await requireRoom(tx, row, now, 0);
        requireShare(key, row.uploaded_by === null ? 'One address' : 'One member or key', SENDER_SHARE);
        if (isNew) requireShare(ofNew, 'New players at one address', NEW_PLAYERS_AT_ADDRESS_SHARE);
        return true;
      });
      // Never given back: what a sender deletes, it has sent.
      if (isExpected && more > 0) {
        for (const name of isNew ? [key, ofNew] : [key]) sent.set(name, (sent.get(name) ?? 0) + more);
      }
      return isExpected;
    },
    /** For a file that never becomes complete. If this fails, the job does it later. */
    async giveBack(row: AttachmentRow, now: number): Promise<void> {
      await store.transaction((tx) => tx.attachments.discard([row], now)).catch(() => {});
    },
  };
}

function quotaUsed(who: string, bytes: number, now: number): AppError {
  const seconds = Math.ceil(((dayOf(now) + 1) * DAY - now) / SECOND);
  return new AppError('rate-limited', {
    detail: `${who} can upload ${bytes / 1_000_000} MB per day (UTC). Wait ${seconds} seconds, or send a smaller file.`,
    headers: { 'retry-after': String(seconds) },
  });
}
