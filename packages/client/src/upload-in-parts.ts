import { isFinal, localError, type SupportError } from './errors.ts';
import type { Fetch, Request } from './http.ts';
import type { Call } from './session.ts';

const PATH = '/api/v1/player/attachments/resumable';
/** For a part. Each byte adds time. */
const TIMEOUT_MS = 30_000;
const BYTES_PER_MS = 8;
/** Questions for the offset after a 409. */
const MAX_CONFLICTS = 5;

interface UploadOptions {
  readonly blob: Blob;
  readonly name: string;
  readonly partBytes: number;
  readonly uploadId: string | undefined;
  /** Undefined: the next try begins a new upload. */
  readonly keepId: (uploadId: string | undefined) => Promise<unknown>;
  readonly tell: (sent: number) => void;
  readonly call: Call;
  readonly signal: AbortSignal;
  /** Sends a part. @param tell gets the bytes of the part that are sent */
  readonly fetchOf: (tell: (sent: number) => void) => Fetch;
}

/** The server does not know the path. */
const isUnknown = (error: unknown) => isFinal(error, PATH) && [404, 405, 410].includes(error.status);

/** Encodes for `Upload-Metadata`: base64 of UTF-8. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * The response has no body, so the offset becomes one. Without it another server answered, such as
 * a captive portal.
 */
const sendingPart =
  (fetch: Fetch, body: Blob): Fetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, body });
    const offset = response.headers.get('upload-offset');
    if (!response.ok || offset === null) return response;
    return new Response(JSON.stringify({ offset }), { headers: response.headers });
  };

/**
 * Uploads a file by the tus protocol, in parts. A later try continues where the server is. Returns
 * the id of the attachment, or undefined if the server accepts files only in one request.
 *
 * @throws SupportError, or the reason of the signal
 */
export async function uploadInParts(file: UploadOptions): Promise<string | undefined> {
  const { blob, call, signal, keepId } = file;
  let { uploadId } = file;
  const send = (request: Request) =>
    call({ ...request, signal, headers: { 'Tus-Resumable': '1.0.0', ...request.headers } });

  async function begin(): Promise<string | undefined> {
    try {
      const { body } = await send({
        path: PATH,
        headers: {
          'Upload-Length': String(blob.size),
          'Upload-Metadata': `filename ${base64(file.name)}`,
        },
        expects: ['attachmentId'],
      });
      const id = body.attachmentId as string;
      await keepId(id);
      return id;
    } catch (error) {
      // An older server.
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  async function sendPart(offset: number): Promise<number> {
    const part = blob.slice(offset, offset + file.partBytes);
    const fetch = file.fetchOf((sent) => file.tell(offset + Math.min(sent, part.size)));
    const { body } = await send({
      method: 'PATCH',
      path: `${PATH}/${uploadId}`,
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) },
      fetch: sendingPart(fetch, part),
      timeout: TIMEOUT_MS + part.size / BYTES_PER_MS,
      expects: ['offset'],
    });
    return Number(body.offset);
  }

  /** Undefined if the server no longer knows the upload. */
  async function offsetOnServer(): Promise<number | undefined> {
    try {
      const { body } = await send({ method: 'GET', path: `${PATH}/${uploadId}`, expects: ['attachmentId'] });
      return Number(body.offset);
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  let offset = uploadId && (await offsetOnServer());
  if (typeof offset !== 'number') {
    uploadId = await begin();
    if (!uploadId) return undefined;
    offset = 0;
  }
  for (let conflicts = 0; offset < blob.size; ) {
    file.tell(offset);
    const before: number = offset;
    try {
      offset = await sendPart(before);
      // Else it would be sent without end.
      if (offset > before) continue;
    } catch (error) {
      if ((error as SupportError).status === 409) {
        offset = conflicts++ < MAX_CONFLICTS ? await offsetOnServer() : undefined;
        if (typeof offset === 'number') continue;
      } else if (!isUnknown(error)) throw error;
    }
    await keepId(undefined);
    // Not final: the next try starts over.
    throw localError('network', 'The server does not know the upload any more.');
  }
  return uploadId;
}
