import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { UPLOAD_TYPES, type UploadedAttachmentResponse } from '@player-support/contract/attachments';
import type { Config } from '../config.ts';
import { nameForType, safeFileName } from '../domain/file-name.ts';
import { newId } from '../domain/ids.ts';
import { DAY, HOUR } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { countedBytes } from '../store/attachments.ts';
import type { Store } from '../store/store.ts';
import type { AttachmentRow } from '../store/tables.ts';
import { type AttachmentUrls, createAttachmentUrls } from './attachment-urls.ts';
import { foundType } from './found-type.ts';
import type { Images } from './images.ts';
import { fileTooLarge, receiveBody } from './receive-body.ts';
import { type Owner, reserve } from './reserve.ts';
import { createThrottle } from './throttle.ts';

/** Uploads of one player, member or key that run at the same time, and that wait. */
const PER_CALLER = { maxRunning: 2, maxQueued: 3, perTurn: false };
/** Uploads of all that may wait. */
const MAX_QUEUED = 100;
/** How long a file without a message stays. */
const UNBOUND_MS = DAY;
/** How long a file may take from its first byte until it is stored. */
const RECEIVING_MS = HOUR;

/** A file on its way to the server. */
export interface IncomingFile {
  readonly body: IncomingMessage;
  readonly contentType: string | undefined;
  /** The declared length. */
  readonly length: number | undefined;
  /** As the client sent it. */
  readonly name: string;
  /** The key of the client's address. */
  readonly address: string;
}

interface Options {
  readonly config: Pick<Config, 'attachments'>;
  readonly store: Store;
  readonly files: FileStore;
  readonly images: Images;
}

/** Without the player, because a file can move to another one. The end of an id is random. */
export const fileKey = ({ attachment_id }: Pick<AttachmentRow, 'attachment_id'>) =>
  `${attachment_id.slice(-2)}/${attachment_id}`;

/** Whether the bytes of a file may be shown: no scanner was set, or it found nothing. */
export const isShown = ({ scan }: Pick<AttachmentRow, 'scan'>) => scan === 'off' || scan === 'clean';

/** Takes files, and says where to read them. */
export interface Attachments {
  readonly files: FileStore;
  readonly urls: AttachmentUrls;
  /**
   * Receives a file, checks its type by its bytes, and stores it.
   *
   * @throws AppError `unsupported-media-type`, `payload-too-large`, `validation`, `file-refused`,
   *   `player-blocked`, `rate-limited`, `unavailable`, `unauthorized`, `not-found`
   * @throws FilesUnavailableError
   */
  take(file: IncomingFile, owner: Owner, now: number): Promise<UploadedAttachmentResponse>;
  close(): void;
}

export function createAttachments({ config, store, files, images }: Options): Attachments {
  const { maxBytes, uploadsAtOnce, bytesPerSecond, clamav } = config.attachments;
  const throttle = createThrottle(bytesPerSecond);
  const callers = new ConcurrencyLimiter(PER_CALLER);
  const places = (maxRunning: number) =>
    new ConcurrencyLimiter({
      maxRunning,
      maxQueued: MAX_QUEUED,
      perTurn: false,
      refusal: () =>
        new AppError('unavailable', { detail: 'Too many uploads at the moment.', headers: { 'retry-after': '5' } }),
    });
  /** Slow players must not keep the team out, and those of one address not all other players. */
  const all = places(uploadsAtOnce);
  const addresses = places(Math.ceil(uploadsAtOnce / 2));
  const urls = createAttachmentUrls(store);

  async function receive(file: IncomingFile, owner: Owner, now: number): Promise<UploadedAttachmentResponse> {
    const reserved = file.length ?? maxBytes;
    await files.requireRoom(2 * reserved);
    const { playerId } = owner;
    const attachmentId = newId('attachment', now);
    const name = safeFileName(file.name);
    const expiresAt = now + RECEIVING_MS;
    await reserve(store, config.attachments, owner, { attachmentId, name, bytes: reserved, now, expiresAt });
    const scratch = path.join(files.scratch, attachmentId);
    try {
      const { localFile, contentType, size } = await inspect(file, scratch);
      const key = fileKey({ attachment_id: attachmentId });
      await files.put(key, localFile);
      const stored = { name: nameForType(name, contentType), content_type: contentType, size };
      const isExpected = await store.attachments.receive({
        playerId,
        attachmentId,
        ...stored,
        scan: clamav === undefined ? 'off' : 'waiting',
        scan_at: clamav === undefined ? null : now,
        expires_at: now + UNBOUND_MS,
      });
      if (!isExpected) {
        // The data of the player was deleted meanwhile, or its ticket moved to another player. The
        // job may have deleted the row already, and would never find the file.
        await files.delete(key);
        throw new AppError(owner.uploadedBy === undefined ? 'unauthorized' : 'not-found');
      }
      // Otherwise a byte without a declared length would use up as much as the largest file.
      const more = countedBytes(size) - countedBytes(reserved);
      if (more !== 0) await store.attachments.addUsage(owner.projectId, now, more);
      return { attachmentId, name: stored.name, contentType, size };
    } catch (error) {
      await forget(owner, attachmentId, reserved, now);
      throw error;
    } finally {
      for (const one of [scratch, encodedFile(scratch)]) await rm(one, { force: true }).catch(() => {});
    }
  }

  /** Receives the bytes. Returns the local file to store, which differs from them for an image. */
  async function inspect(file: IncomingFile, scratch: string) {
    const size = await receiveBody(file.body, scratch, maxBytes, throttle);
    if (size === 0) throw new AppError('validation', { errors: { $: ['Must not be empty.'] } });
    const found = await foundType(scratch);
    if (found.kind !== 'image') {
      const contentType = found.kind === 'text' ? 'text/plain' : found.contentType;
      return { localFile: scratch, contentType, size };
    }
    const localFile = encodedFile(scratch);
    const contentType = await images.encode(scratch, localFile);
    const encoded = await stat(localFile);
    if (encoded.size > maxBytes) throw fileTooLarge(maxBytes);
    return { localFile, contentType, size: encoded.size };
  }

  /** Gives back what was reserved. If this fails, the job deletes the row. */
  async function forget({ playerId, projectId }: Owner, attachmentId: string, reserved: number, now: number) {
    await store
      .transaction(async (tx) => {
        await tx.attachments.discard(playerId, attachmentId, now);
        await tx.attachments.addUsage(projectId, now, -countedBytes(reserved));
      })
      .catch(() => {});
  }

  return {
    files,
    urls,
    async take(file, owner, now) {
      requireType(file.contentType);
      if (file.length === 0) throw new AppError('validation', { errors: { $: ['Must not be empty.'] } });
      if ((file.length ?? 0) > maxBytes) throw fileTooLarge(maxBytes);
      const { uploadedBy, playerId } = owner;
      const inPlace = (who: 'players' | 'team') => all.run(who, () => receive(file, owner, now));
      return callers.run(uploadedBy ?? playerId, () =>
        uploadedBy === undefined ? addresses.run(file.address, () => inPlace('players')) : inPlace('team'),
      );
    },
    close: () => images.close(),
  };
}

const encodedFile = (scratch: string) => `${scratch}.encoded`;

/** @throws AppError `unsupported-media-type` */
function requireType(contentType: string | undefined): void {
  const [type = ''] = (contentType ?? '').split(';');
  if ((UPLOAD_TYPES as readonly string[]).includes(type.trim().toLowerCase())) return;
  throw new AppError('unsupported-media-type', { detail: `Send one of: ${UPLOAD_TYPES.join(', ')}.` });
}
