import type { Config } from '../config/config.ts';
import { DAY, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { countedBytes, dayOf } from '../store/attachments.ts';
import type { Store } from '../store/store.ts';

/** Whose data a file becomes, and who uploads it. */
export interface Owner {
  readonly playerId: string;
  readonly projectId: string;
  /** The id of a member or an API key. Undefined: the player. */
  readonly uploadedBy?: string;
  /** The ticket for whose reply the team uploads it. */
  readonly ticketId?: string;
}

interface Reservation {
  readonly attachmentId: string;
  readonly name: string;
  /** The most bytes that the file can have. */
  readonly bytes: number;
  readonly now: number;
  /** When the job deletes it, if it is not complete by then. */
  readonly expiresAt: number;
  /** Whether it arrives in parts. */
  readonly inParts?: boolean;
}

/**
 * Adds a file that will be received, if the quotas of the player and the project have room for it.
 * Uploads at the same time cannot exceed a quota together: each is counted before its bytes.
 *
 * @throws AppError `player-blocked`, `rate-limited`
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

/**
 * Gives back what was reserved, and has the job delete the file. If this fails, the job does it
 * later.
 */
export async function giveBack(
  store: Store,
  { playerId, projectId }: Pick<Owner, 'playerId' | 'projectId'>,
  { attachmentId, reservedBytes, reservedAt, now }: Unused,
): Promise<void> {
  await store
    .transaction(async (tx) => {
      const isFirst = await tx.attachments.discard(playerId, attachmentId, now);
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
