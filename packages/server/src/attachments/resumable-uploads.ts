import type { IncomingMessage } from 'node:http';
import { Server } from '@tus/server';
import { isId, newId } from '../domain/ids.ts';
import { AppError, invalid } from '../errors.ts';
import type { AttachmentRow } from '../store/tables.ts';
import type { IncomingFile } from './attachments.ts';
import { PartStore, type PartStoreOptions } from './part-store.ts';
import type { Uploader } from './quotas.ts';
import { fileTooLarge } from './receive-body.ts';
import { UploadLocks } from './upload-locks.ts';
import type { UploadSlot } from './upload-slots.ts';

export const UPLOADS_PATH = '/api/v1/player/attachments/resumable';
const TUS_VERSION = '1.0.0';
/** How long a request may go on after its upload's next request. */
const DRAIN_MS = 500;

export const tusOptions = ({ attachments }: PartStoreOptions['config']): Record<string, string> => ({
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,expiration,termination',
  'tus-max-size': String(attachments.maxBytes),
});

export interface UploadRequest {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  /** Undefined for a POST. */
  readonly attachmentId?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a PATCH. */
  readonly file?: Pick<IncomingFile, 'body' | 'address'>;
}

export interface UploadResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a POST, and for a deleted upload. */
  readonly row: AttachmentRow | undefined;
}

/** Version 1.0.0 of tus (https://tus.io/protocols/resumable-upload). */
export function createResumableUploads(options: PartStoreOptions) {
  const { maxBytes } = options.config.attachments;
  const locks = new UploadLocks();

  /** `slot`: of a PATCH. */
  async function handle(
    request: UploadRequest,
    uploader: Uploader,
    now: number,
    slot: UploadSlot | undefined,
  ): Promise<UploadResponse> {
    const { method, attachmentId, headers, file } = request;
    if (headers['tus-resumable'] !== TUS_VERSION) {
      throw new AppError('tus-version', { headers: { 'tus-version': TUS_VERSION } });
    }
    // Another id could change the address below.
    if (attachmentId !== undefined && !isId('attachment', attachmentId)) throw new AppError('not-found');
    const source = file && bodyUntilCut(file.body);
    if (slot && source) slot.onSlow = source.end;
    const datastore = new PartStore(options, { uploader, slot, now });
    let failure: unknown;
    const server = new Server({
      path: UPLOADS_PATH,
      relativeLocation: true,
      datastore,
      maxSize: maxBytes,
      namingFunction: () => newId('attachment', now),
      locker: locks.of(uploader.player_id),
      lockDrainTimeout: DRAIN_MS,
      onResponseError: (_request, error) => {
        failure = error;
        return undefined;
      },
    });
    try {
      const url = `http://localhost${UPLOADS_PATH}${attachmentId === undefined ? '' : `/${attachmentId}`}`;
      const sent = new Request(url, { method, headers, ...(source && { body: source.stream, duplex: 'half' }) });
      const response = await server.handleWeb(sent);
      if (failure instanceof Error && !('status_code' in failure)) throw failure;
      if (!response.ok) throw refusal(response.status, (await response.text()).trim());
      const kept = responseHeaders(response.headers, datastore.expiresAt);
      return { headers: slot?.isTooSlow ? { ...kept, connection: 'close' } : kept, row: datastore.row };
    } finally {
      source?.release();
    }
  }

  function refusal(status: number, text: string): AppError {
    if (status === 404 || status === 410) return new AppError('not-found');
    if (status === 409) return new AppError('upload-conflict');
    if (status === 413) return fileTooLarge(maxBytes);
    if (status >= 500 && status !== 501) return new AppError('internal', { cause: new Error(text) });
    // The library names wrong headers and unsupported extensions.
    return invalid('$', 'wrong-upload', { text });
  }

  return { handle };
}

/** What clients need. Every operation sets the other headers. */
function responseHeaders(headers: Headers, expiresAt: number | undefined): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['tus-resumable', 'location', 'upload-offset', 'upload-length', 'upload-metadata']) {
    const value = headers.get(name);
    if (value !== null) kept[name] = value;
  }
  if (expiresAt !== undefined) kept['upload-expires'] = new Date(expiresAt).toUTCString();
  return kept;
}

/** Waiting for the reader. More is left to the network. */
const BUFFER_BYTES = 64 * 1024;

/** Returns the body as a web stream. It ends if the connection is cut: what arrived can be kept. */
function bodyUntilCut(body: IncomingMessage) {
  let hasEnded = false;
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = () => {
          if (!hasEnded) controller.close();
          hasEnded = true;
        };
        if (body.destroyed && !body.complete) return end();
        body.on('data', (chunk: Buffer) => {
          if (hasEnded) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) body.pause();
        });
        body.once('end', end);
        body.once('close', end);
        body.on('error', end);
        body.pause();
      },
      pull() {
        body.resume();
      },
      cancel() {
        hasEnded = true;
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  );
  return {
    stream,
    /** Ends it before the body does. */
    end,
    /** Reads and drops the rest, so that the response can arrive. */
    release(): void {
      hasEnded = true;
      body.resume();
    },
  };
}
