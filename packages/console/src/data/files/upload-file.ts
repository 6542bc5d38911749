import type { UploadedAttachmentResponse } from '@player-support/contract/attachments';
import { UPLOAD_TYPES } from '@player-support/contract/enums';
import { ApiError } from '../../api/api-error.ts';
import { dropEarlyResponses } from '../../api/early-responses.ts';
import { urlOf } from '../../api/url.ts';

const STALLED_MS = 60_000;

interface Options {
  readonly ticketId: string;
  readonly memberId: string;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** The server finds the true type in the bytes. */
export function uploadType(type: string): string {
  if ((UPLOAD_TYPES as readonly string[]).includes(type)) return type;
  return type.startsWith('text/') ? 'text/plain' : 'application/octet-stream';
}

/** An XMLHttpRequest, because `fetch` cannot tell the progress. Throws ApiError. */
export function uploadFile(
  file: File,
  { ticketId, memberId, signal, onProgress }: Options,
): Promise<UploadedAttachmentResponse> {
  dropEarlyResponses();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const moves = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const fail = () => reject(new ApiError(0, { type: 'offline' }));
    request.open('POST', urlOf('/tickets/{ticketId}/attachments', { path: { ticketId } }));
    request.setRequestHeader('content-type', uploadType(file.type));
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name.toWellFormed()));
    request.setRequestHeader('x-member-id', memberId);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moves();
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => {
      const body = json(request.responseText);
      if (request.status === 201) resolve(body as UploadedAttachmentResponse);
      else reject(new ApiError(request.status, body ?? {}, retryAfter(request)));
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => clearTimeout(stalled));
    signal.addEventListener('abort', () => request.abort());
    moves();
    request.send(file);
  });
}

/** A response of another program, such as a proxy, need not be JSON. */
function json(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function retryAfter(request: XMLHttpRequest): number | undefined {
  const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}
