import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { AttachmentResponse, UploadedAttachmentResponse } from '@player-support/contract/attachments';
import { UPLOAD_TYPES } from '@player-support/contract/enums';
import { safeFileName } from '../domain/file-name.ts';
import { newId } from '../domain/ids.ts';
import { HOUR } from '../domain/time.ts';
import { newSecret, sameHash } from '../domain/tokens.ts';
import { AppError, invalid } from '../errors.ts';
import type { MessageFile } from '../store/message-files.ts';
import type { Store } from '../store/store.ts';
import type { AttachmentRow } from '../store/tables.ts';
import { type AcceptOptions, accept, presentReceived, removeScratch } from './accept.ts';
import { createQuotas, type Uploader } from './quotas.ts';
import { createThrottle, fileTooLarge, receiveBody } from './receive-body.ts';
import { createResumableUploads, type UploadRequest, type UploadResponse } from './resumable-uploads.ts';
import { createUploadSlots, type UploadSlot } from './upload-slots.ts';

const URL_KEY = 'attachment-urls';
/** URLs are valid for one to two steps, and stay the same within one for caches. */
const STEP_MS = HOUR / 2;

interface SignedFile {
  readonly playerId: string;
  readonly attachmentId: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Signs the URLs of files, with a key that all nodes share. */
function createAttachmentUrls(store: Pick<Store, 'serviceSecrets'>) {
  let cachedKey: string | undefined;

  /** The first node that asks creates it. */
  async function key(): Promise<string> {
    const { serviceSecrets } = store;
    cachedKey ??= (await serviceSecrets.byName(URL_KEY)) ?? (await serviceSecrets.createOnce(URL_KEY, newSecret()));
    return cachedKey;
  }

  const sign = (secret: string, { playerId, attachmentId, expires }: SignedFile): string =>
    createHmac('sha256', secret).update(`${playerId} ${attachmentId} ${expires}`).digest('base64url');

  return {
    key,
    /**
     * Anyone can read a file at this path for 30 to 60 minutes. Null until the key is read, which
     * must not happen within a transaction.
     */
    pathOf(playerId: string, attachmentId: string, now: number): string | null {
      if (cachedKey === undefined) {
        key().catch(() => {});
        return null;
      }
      const expires = (Math.floor(now / STEP_MS) + 2) * STEP_MS;
      const signature = sign(cachedKey, { playerId, attachmentId, expires });
      return `/api/v1/attachments/${attachmentId}?player=${playerId}&expires=${expires}&signature=${signature}`;
    },
    isValid: async (file: SignedFile, signature: string, now: number): Promise<boolean> =>
      now < file.expires && sameHash(signature, sign(await key(), file)),
  };
}

/** From a file's first byte until it is stored. */
const RECEIVING_MS = HOUR;

export interface IncomingFile {
  readonly body: IncomingMessage;
  readonly contentType: string | undefined;
  readonly declaredLength: number | undefined;
  /** As the client sent it. */
  readonly name: string;
  /** The key of the client's address. */
  readonly address: string;
}

/** No scanner was set, or it found nothing. */
export const isReadable = ({ scan }: Pick<AttachmentRow, 'scan'>) => scan === 'off' || scan === 'clean';

export function createAttachments({ store, ...parts }: Omit<AcceptOptions, 'quotas'> & { readonly store: Store }) {
  const { config, files, images } = parts;
  const { maxBytes, bytesPerSecond } = config.attachments;
  const throttle = createThrottle(bytesPerSecond);
  const slots = createUploadSlots(config.attachments);
  const urls = createAttachmentUrls(store);
  const quotas = createQuotas(store, config.attachments);
  const options = { ...parts, quotas };
  const uploads = createResumableUploads({ ...options, store, throttle });

  async function receive(file: IncomingFile, uploader: Uploader, slot: UploadSlot, now: number) {
    const length = file.declaredLength ?? maxBytes;
    await files.requireDiskSpace(2 * length);
    const attachment_id = newId('attachment', now);
    const announced = {
      attachment_id,
      name: safeFileName(file.name),
      upload_length: null,
      upload_offset: null,
      created_at: now,
      expires_at: now + RECEIVING_MS,
    };
    const row = await quotas.begin(uploader, announced, file.declaredLength ?? 1);
    const scratch = path.join(files.scratch, attachment_id);
    try {
      const received = await receiveBody(file.body, scratch, { maxBytes, throttle, slot });
      if (received === 0) throw invalid('$', 'no-bytes');
      return presentReceived(await accept(options, row, { scratch, received, slot, now }));
    } catch (error) {
      await quotas.giveBack(row, now);
      throw error;
    } finally {
      await removeScratch(scratch);
    }
  }

  return {
    files,
    urls,
    /**
     * Handles a tus request, for a player's upload in parts. Throws like `take`, and AppError
     * `upload-conflict`, `tus-version`.
     */
    async handleUpload(request: UploadRequest, uploader: Uploader, now: number): Promise<UploadResponse> {
      const { file } = request;
      using slot = file && (await slots.enter({ ...file, callerId: uploader.player_id }));
      return await uploads.handle(request, uploader, now, slot);
    },
    /**
     * Checks the bytes and stores the file. `callerId`: how limits count the caller. Throws AppError
     * `unsupported-media-type`, `validation`, and like `Quotas.begin`, `receiveBody` and `accept`.
     */
    async take(
      file: IncomingFile,
      uploader: Uploader,
      now: number,
      callerId = uploader.player_id,
    ): Promise<UploadedAttachmentResponse> {
      requireType(file.contentType);
      if (file.declaredLength === 0) throw invalid('$', 'no-bytes');
      if ((file.declaredLength ?? 0) > maxBytes) throw fileTooLarge(maxBytes);
      const address = uploader.uploaded_by === null ? file.address : undefined;
      using slot = await slots.enter({ callerId, address, body: file.body });
      return await receive(file, uploader, slot, now);
    },
    close: () => images.close(),
  };
}

export type Attachments = ReturnType<typeof createAttachments>;

/** UPLOAD_TYPES, and other names that clients use for some of them. */
const DECLARED_TYPES: ReadonlySet<string> = new Set([
  ...UPLOAD_TYPES,
  ...['image/jpg', 'image/pjpeg', 'image/x-png', 'binary/octet-stream', 'image/heic-sequence', 'image/heif-sequence'],
  ...['audio/m4a', 'video/x-m4v', 'application/x-zip-compressed', 'application/x-gzip'],
]);

/** Throws AppError `unsupported-media-type`. */
function requireType(contentType = ''): void {
  const [type = ''] = contentType.split(';');
  if (DECLARED_TYPES.has(type.trim().toLowerCase())) return;
  throw new AppError('unsupported-media-type', { detail: `Send one of: ${UPLOAD_TYPES.join(', ')}.` });
}

export function presentFiles(attachments: Attachments | undefined, files: readonly MessageFile[], now: number) {
  const byMessage = new Map<string, AttachmentResponse[]>();
  for (const file of files) {
    const { attachment_id: id, player_id, message_id, name, content_type: contentType, size, scan } = file;
    const url = attachments !== undefined && isReadable(file) ? attachments.urls.pathOf(player_id, id, now) : null;
    const why = scan === 'waiting' || scan === 'infected' ? { scan } : {};
    const list = byMessage.get(message_id ?? '') ?? [];
    byMessage.set(message_id ?? '', [...list, { id, name, contentType, size, url, ...why }]);
  }
  return byMessage;
}
