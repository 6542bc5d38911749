import type { Config } from '../config/config.ts';
import { DAY, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { countedBytes, dayOf } from '../store/attachments.ts';
import type { Store } from '../store/store.ts';
import type { AttachmentRow } from '../store/tables.ts';

/** `ticket_id`: the team uploads it for a reply here. */
export type Owner = Pick<AttachmentRow, 'player_id' | 'project_id' | 'uploaded_by' | 'ticket_id'>;

type Announced = Pick<
  AttachmentRow,
  'attachment_id' | 'name' | 'size' | 'created_at' | 'expires_at' | 'upload_length' | 'upload_offset'
>;

/**
 * Adds a file within the player's and project's quotas. It counts before its bytes, so simultaneous
 * uploads cannot exceed them. Throws AppError `player-blocked`, `rate-limited`.
 */
export async function reserve(store: Store, quotas: Config['attachments'], owner: Owner, file: Announced) {
  const { playerBytesPerDay, projectBytesPerDay } = quotas;
  const { player_id: playerId, project_id: projectId, uploaded_by: uploadedBy } = owner;
  const { size, created_at: now, upload_offset } = file;
  const rest = { state: 'receiving', content_type: '', message_id: null, scan: 'off', scan_at: null } as const;
  const row: AttachmentRow = { ...owner, ...file, ...rest, part_numbers: null, next_part_number: upload_offset };
  const counted = countedBytes(size);
  await store.transaction(async (tx) => {
    const player = await tx.players.lockBlocked(playerId);
    if (player === undefined) throw new AppError('not-found');
    if (uploadedBy === null) {
      if (player.blocked !== 0) throw new AppError('player-blocked');
      const used = await tx.attachments.bytesToday(playerId, now);
      if (used + counted > playerBytesPerDay) throw quotaUsed('player', playerBytesPerDay, now);
    }
    const ofProject = await tx.attachments.addUsage(projectId, now, counted);
    if (ofProject > projectBytesPerDay) throw quotaUsed('project', projectBytesPerDay, now);
    await tx.attachments.add(row);
  });
  return row;
}

/** For a file that never arrived. The job deletes it. If this fails, the job does it all later. */
export async function giveBack(store: Store, row: AttachmentRow, now: number): Promise<void> {
  await store
    .transaction(async (tx) => {
      const isFirst = await tx.attachments.discard(row, now);
      if (isFirst) await tx.attachments.addUsage(row.project_id, row.created_at, -countedBytes(row.size));
    })
    .catch(() => {});
}

function quotaUsed(who: 'player' | 'project', bytes: number, now: number): AppError {
  const seconds = Math.ceil(((dayOf(now) + 1) * DAY - now) / SECOND);
  return new AppError('rate-limited', {
    detail: `The files of a ${who} may have ${bytes / 1_000_000} MB per day (UTC). Wait ${seconds} seconds, or send a smaller file.`,
    headers: { 'retry-after': String(seconds) },
  });
}
