import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { safeFileName } from '../domain/file-name.ts';
import { newId } from '../domain/ids.ts';
import { DAY, HOUR, MINUTE } from '../domain/time.ts';
import { AppError, invalid } from '../errors.ts';
import { deleteParts, partKey } from '../files/file-keys.ts';
import { FilesUnavailableError } from '../files/file-store.ts';
import type { Store } from '../store/store.ts';
import type { AttachmentRow } from '../store/tables.ts';
import { type AcceptOptions, accept, removeScratch } from './accept.ts';
import type { Uploader } from './quotas.ts';
import { bodyTooSlow, fileTooLarge, receivePart, type Throttle } from './receive-body.ts';
import type { UploadSlot } from './upload-slots.ts';

/** Shorter parts are not kept, except the last, so a file has a few hundred. */
export const MIN_PART_BYTES = 256 * 1024;
/** Of a part that was too slow, so that such a client still gets on. */
const MIN_SLOW_BYTES = 16 * 1024;
/** Of one file, with those that could not be added. */
export const MAX_PARTS = 1000;
/** Until the first part. Without bytes, an upload takes nothing but a row. */
export const EMPTY_MS = 10 * MINUTE;
/** Between two parts. The whole upload has a day. */
export const PAUSE_MS = 6 * HOUR;
/** To check and store a complete file. */
const FINISH_MS = 10 * MINUTE;
const FILE_MODE = 0o600;
/** After these, the file will never be accepted. */
const FINAL = new Set(['file-refused', 'payload-too-large', 'unauthorized', 'not-found']);

export type PartStoreOptions = AcceptOptions & { readonly store: Store; readonly throttle: Throttle };

interface Request {
  readonly uploader: Uploader;
  /** Of a request that adds a part. */
  readonly slot: UploadSlot | undefined;
  readonly now: number;
}

interface NewPart {
  readonly row: AttachmentRow;
  readonly slot: UploadSlot;
  readonly scratch: string;
  readonly offset: number;
}

/**
 * One player's uploads, for the tus library. Each request adds a part, a stored file. The last one
 * joins them, and the result is checked as one file. Any node can take any part.
 */
export class PartStore extends DataStore {
  readonly #options: PartStoreOptions;
  readonly #uploader: Uploader;
  readonly #slot: UploadSlot | undefined;
  readonly #now: number;
  row: AttachmentRow | undefined;
  /** Of an incomplete upload. */
  expiresAt: number | undefined;

  constructor(options: PartStoreOptions, { uploader, slot, now }: Request) {
    super();
    this.#options = options;
    this.#uploader = uploader;
    this.#slot = slot;
    this.#now = now;
    this.extensions = ['creation', 'termination'];
  }

  /** Throws AppError `validation`, `unsupported-media-type`, and like `Quotas.begin`. */
  override async create(upload: Upload): Promise<Upload> {
    const { quotas, files } = this.#options;
    const { id, size = 0, metadata } = upload;
    if (size === 0) throw invalid('Upload-Length', 'no-length');
    await files.requireDiskSpace(2 * size);
    this.expiresAt = this.#now + EMPTY_MS;
    const file = {
      attachment_id: id,
      name: safeFileName(metadata?.filename ?? ''),
      upload_length: size,
      upload_offset: 0,
      created_at: this.#now,
      expires_at: this.expiresAt,
    };
    await quotas.begin(this.#uploader, file, size);
    return upload;
  }

  /** Throws ERRORS.FILE_NOT_FOUND; AppError `unavailable` while the file is checked. */
  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#options.store.uploads.find(this.#uploader.player_id, id, this.#now);
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    const { upload_offset, upload_length, name } = row;
    if (row.state === 'receiving' && upload_offset === upload_length) {
      const detail = 'All bytes have arrived, and the file is being checked.';
      throw new AppError('unavailable', { detail, headers: { 'retry-after': '2' } });
    }
    this.row = row;
    this.expiresAt = row.state === 'receiving' ? (row.expires_at ?? undefined) : undefined;
    return new Upload({ id, size: Number(upload_length), offset: Number(upload_offset), metadata: { filename: name } });
  }

  /**
   * Returns the new offset. Throws AppError `validation` for a small part, `upload-conflict`,
   * `payload-too-large`, and like `accept`; FilesUnavailableError.
   */
  override async write(stream: Readable, _id: string, offset: number): Promise<number> {
    const { files, throttle } = this.#options;
    const row = this.#requireRow();
    const slot = this.#slot;
    if (slot === undefined) throw new Error('no part was sent');
    const length = Number(row.upload_length);
    await files.requireDiskSpace(2 * (length - offset));
    const scratch = path.join(files.scratch, newId('attachment', this.#now));
    try {
      const size = await receivePart(stream, scratch, length - offset, throttle);
      const part = { row, slot, scratch, offset };
      if (size === 0 && !slot.isTooSlow) return offset;
      if (offset + size === length) await this.#finish(part);
      else await this.#addPart(part, size);
      return offset + size;
    } finally {
      await removeScratch(scratch);
    }
  }

  /** Throws ERRORS.FILE_NOT_FOUND; AppError `upload-conflict` if the file is complete. */
  override async remove(id: string): Promise<void> {
    await this.getUpload(id);
    const row = this.#requireRow();
    if (row.state === 'ready') {
      throw new AppError('upload-conflict', {
        detail: 'The file is complete. Without a message it is deleted after 7 days.',
      });
    }
    await this.#options.quotas.giveBack(row, this.#now);
  }

  #requireRow(): AttachmentRow {
    if (this.row === undefined) throw new Error('no upload was read');
    return this.row;
  }

  async #addPart({ row, slot, scratch, offset }: NewPart, size: number): Promise<void> {
    const { store, quotas, files } = this.#options;
    if (slot.isTooSlow) {
      if (size < MIN_SLOW_BYTES) throw bodyTooSlow();
    } else if (size < MIN_PART_BYTES) throw invalid('$', 'part-too-small', { min: MIN_PART_BYTES });
    const part = { ...row, upload_offset: offset };
    if (Number(row.next_part_number) >= MAX_PARTS) {
      await quotas.giveBack(row, this.#now);
      throw new AppError('payload-too-large', { detail: `A file has at most ${MAX_PARTS} parts. Start over.` });
    }
    // First its number: whatever happens now, the row names the part.
    const number = await store.uploads.takeNumber(part, MAX_PARTS);
    if (number === undefined) throw new AppError('upload-conflict');
    const key = partKey(row, number);
    await files.put(key, scratch);
    const end = offset + size;
    const until = Math.min(row.created_at + DAY, this.#now + PAUSE_MS);
    const added = { ...part, counted: row.size, end, parts: [...numbersOf(row), number].join(), until };
    const stored = { size: end, countedAs: slot.countedAs, now: this.#now };
    try {
      const isAdded = await quotas.count(row, stored, (tx) => tx.uploads.addPart(added));
      if (!isAdded) throw new AppError('upload-conflict');
      this.expiresAt = until;
    } catch (error) {
      if (error instanceof AppError) await files.delete(key);
      throw error;
    }
  }

  /** Joins the parts, and has the file checked and stored. */
  async #finish({ row, slot, scratch: last, offset }: NewPart): Promise<void> {
    const { store, quotas, files } = this.#options;
    const part = { ...row, upload_offset: offset };
    // Only one request may store the file: it must be the one that a scanner sees.
    if (!(await store.uploads.beginFinish({ ...part, until: this.#now + FINISH_MS }))) {
      throw new AppError('upload-conflict');
    }
    const whole = `${last}.whole`;
    try {
      await this.#join(row, last, whole);
      const file = { scratch: whole, received: Number(row.upload_length), slot, now: this.#now };
      this.row = await accept(this.#options, row, file);
      this.expiresAt = undefined;
    } catch (error) {
      if (error instanceof AppError && FINAL.has(error.code)) await quotas.giveBack(row, this.#now);
      else await store.uploads.undoFinish({ ...part, until: row.expires_at ?? this.#now }).catch(() => {});
      throw error;
    } finally {
      await removeScratch(whole);
    }
    // The job does later what fails here.
    await deleteParts(files, row)
      .then(() => store.uploads.forgetParts(row))
      .catch(() => {});
  }

  async #join(row: AttachmentRow, last: string, whole: string): Promise<void> {
    const { files } = this.#options;
    const length = Number(row.upload_length);
    await files.requireDiskSpace(2 * length);
    const append = async (stream: Readable) => {
      await pipeline(stream, createWriteStream(whole, { flags: 'a', mode: FILE_MODE })).catch((error) => {
        throw new FilesUnavailableError(error);
      });
    };
    for (const number of numbersOf(row)) {
      const part = await files.open(partKey(row, number));
      // The database was copied without them. The client starts over.
      if (part === undefined) throw new AppError('not-found', { detail: 'Parts of this file are lost. Start over.' });
      await append(part.stream);
    }
    // Most files are smaller than a part.
    if (numbersOf(row).length === 0) await rename(last, whole);
    else await append(createReadStream(last));
    const { size } = await stat(whole);
    if (size !== length) throw new FilesUnavailableError(`the parts have ${size} of ${length} bytes`);
    if (size > this.#options.config.attachments.maxBytes) throw fileTooLarge(this.#options.config.attachments.maxBytes);
  }
}

const numbersOf = ({ part_numbers: parts }: AttachmentRow): number[] =>
  parts === null || parts === '' ? [] : parts.split(',').map(Number);
