import { rm, stat } from 'node:fs/promises';
import type { UploadedAttachmentResponse } from '@player-support/contract/attachments';
import type { Config } from '../config/config.ts';
import { nameForType } from '../domain/file-name.ts';
import { DAY } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { fileKey } from '../files/file-keys.ts';
import type { FileStore } from '../files/file-store.ts';
import type { AttachmentRow } from '../store/tables.ts';
import { foundType } from './found-type.ts';
import type { Images } from './images.ts';
import type { Quotas } from './quotas.ts';
import { fileTooLarge } from './receive-body.ts';
import type { UploadSlot } from './upload-slots.ts';

/** How long a file without a message stays: outboxes of games and of the console try for 6 days. */
const UNBOUND_MS = 7 * DAY;

export interface AcceptOptions {
  readonly config: Pick<Config, 'attachments'>;
  readonly quotas: Quotas;
  readonly files: FileStore;
  readonly images: Images;
}

interface ReceivedFile {
  readonly scratch: string;
  /** Its size. */
  readonly received: number;
  readonly slot: UploadSlot;
  readonly now: number;
}

const encodedFile = (scratch: string) => `${scratch}.encoded`;

/** Removes the rest on the local disk. */
export async function removeScratch(scratch: string): Promise<void> {
  for (const one of [scratch, encodedFile(scratch)]) await rm(one, { force: true }).catch(() => {});
}

/**
 * Checks, stores and counts the file. Throws FilesUnavailableError; AppError `file-refused`,
 * `payload-too-large`, `rate-limited`, `unavailable`; `unauthorized`, `not-found` if not expected.
 */
export async function accept(
  { config, quotas, files, images }: AcceptOptions,
  row: AttachmentRow,
  file: ReceivedFile,
): Promise<AttachmentRow> {
  const { player_id, attachment_id } = row;
  const { slot, now } = file;
  const { clamav, maxBytes } = config.attachments;
  const { localFile, contentType, size } = await inspect(file, maxBytes, images);
  const key = fileKey(row);
  await files.put(key, localFile);
  const stored = {
    name: nameForType(row.name, contentType),
    content_type: contentType,
    size,
    ...(clamav === undefined
      ? ({ scan: 'off', scan_at: null } as const)
      : ({ scan: 'waiting', scan_at: now } as const)),
    expires_at: now + UNBOUND_MS,
  };
  const isExpected = await quotas.count(row, { size, countedAs: slot.countedAs, now }, (tx) =>
    tx.attachments.receive({ player_id, attachment_id, ...stored }, row.size),
  );
  if (!isExpected) {
    // The player's data was deleted or the ticket moved. The job may have deleted the row, and
    // would never find the file.
    await files.delete(key);
    throw new AppError(row.uploaded_by === null ? 'unauthorized' : 'not-found');
  }
  return { ...row, ...stored, state: 'ready' };
}

export const presentReceived = (row: AttachmentRow): UploadedAttachmentResponse => ({
  attachmentId: row.attachment_id,
  name: row.name,
  contentType: row.content_type,
  size: row.size,
});

/** The local file to store. Images differ from what was received. */
async function inspect({ scratch, received, slot }: ReceivedFile, maxBytes: number, images: Images) {
  const found = await foundType(scratch);
  if (found !== 'image') return { localFile: scratch, contentType: found, size: received };
  const localFile = encodedFile(scratch);
  // An image waits for its turn without a slot of the uploads.
  slot.leaveGroup();
  const contentType = await images.encode(scratch, localFile, slot.payers);
  const encoded = await stat(localFile);
  if (encoded.size > maxBytes) throw fileTooLarge(maxBytes);
  return { localFile, contentType, size: encoded.size };
}
