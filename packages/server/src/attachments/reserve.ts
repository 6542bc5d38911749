import type { Config } from '../config/config.ts';
import { DAY, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { countedBytes, dayOf } from '../store/attachments.ts';
import type { Store } from '../store/store.ts';

export interface Owner {
  readonly playerId: string;
  readonly projectId: string;
  /** A member or API key. Undefined: the player. */
  readonly uploadedBy?: string;
  /** The team uploads it for a reply here. */
  readonly ticketId?: string;
}

interface Reservation {
  readonly attachmentId: string;
  readonly name: string;
  /** At most. */
  readonly bytes: number;
  readonly now: number;
  /** When the job deletes it if incomplete. */
  readonly expiresAt: number;
  readonly inParts?: boolean;
}

/**
 * Adds a file within the player's and project's quotas. It counts before its bytes, so simultaneous
 * uploads cannot exceed them. Throws AppError `player-blocked`, `rate-limited`.
 */
export async function reserve(
  store: Store,
  { playerBytesPerDay, projectBytesPerDay }: Config['attachments'],
  { playerId, projectId, uploadedBy, ticketId }: Owner,
  { attachmentId, name, bytes, now, expiresAt, inParts = false }: Reservation,
): Promise<void> {
  const counted = countedBytes(bytes);
  await store.transaction(async (tx) => {
    const player = await tx.players.lockAndRead(playerId);
    if (player === undefined) throw new AppError('not-found');
    if (uploadedBy === undefined) {
      if (player.blocked !== 0) throw new AppError('player-blocked');
      const used = await tx.attachments.bytesToday(playerId, now);
      if (used + counted > playerBytesPerDay) throw quotaUsed('player', playerBytesPerDay, now);
    }
    const ofProject = await tx.attachments.addUsage(projectId, now, counted);
    if (ofProject > projectBytesPerDay) throw quotaUsed('project', projectBytesPerDay, now);
    await tx.attachments.add({
      player_id: playerId,
      attachment_id: attachmentId,
      project_id: projectId,
      state: 'receiving',
      name,
      content_type: '',
      size: bytes,
      uploaded_by: uploadedBy ?? null,
      ticket_id: ticketId ?? null,
      message_id: null,
      scan: 'off',
      scan_at: null,
      created_at: now,
      expires_at: expiresAt,
      upload_length: inParts ? bytes : null,
      upload_offset: inParts ? 0 : null,
      part_numbers: null,
      next_part_number: inParts ? 0 : null,
    });
  });
}

interface Unused {
  readonly attachmentId: string;
  readonly reservedBytes: number;
  readonly reservedAt: number;
  readonly now: number;
}

/** The job deletes the file. If this fails, the job does it all later. */
export async function giveBack(
  store: Store,
  { playerId, projectId }: Pick<Owner, 'playerId' | 'projectId'>,
  { attachmentId, reservedBytes, reservedAt, now }: Unused,
): Promise<void> {
  await store
    .transaction(async (tx) => {
      const isFirst = await tx.attachments.discard({ player_id: playerId, attachment_id: attachmentId }, now);
      if (isFirst) await tx.attachments.addUsage(projectId, reservedAt, -countedBytes(reservedBytes));
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
