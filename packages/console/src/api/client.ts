import { ApiError } from './api-error.ts';
import type { Method, Operation, Options, PathOf, Result } from './api-types.ts';
import { dropEarlyResponses, takeEarlyResponse } from './early-responses.ts';
import { urlOf } from './url.ts';

/** A request without a response after this time has failed. */
const TIMEOUT_MS = 30_000;

interface AnyOptions extends RequestOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const problem = await response.json().catch(() => ({}));
  return new ApiError(response.status, problem ?? {}, Number.isFinite(retryAfter) ? retryAfter : undefined);
}

async function contentOf(response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(response);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Settles as the promise does, but rejects as soon as the signal aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  readonly memberId?: string;
  readonly keepalive?: boolean;
  readonly credentials?: RequestCredentials;
  readonly token?: string;
}

/** Throws ApiError unless the response is a success. Status 0: no response. */
export async function request(method: Method, url: string, options: RequestOptions): Promise<unknown> {
  const { body, signal, idempotencyKey, memberId, keepalive = false, credentials = 'same-origin', token } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const isRead = method === 'get';
  if (!isRead) dropEarlyResponses();
  try {
    const early = isRead ? takeEarlyResponse(url) : undefined;
    const response =
      early ??
      fetch(url, {
        method: method.toUpperCase(),
        credentials,
        signal: ended,
        keepalive,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(memberId === undefined ? {} : { 'x-member-id': memberId }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    // An early request does not know this signal.
    return await untilAborted(response.then(contentOf), ended);
  } catch (error) {
    // Text that is not JSON comes from elsewhere, such as a public network's sign-in page.
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw new ApiError(0, { type: 'offline' });
  }
}

const send = (method: Method, template: string, options: AnyOptions) =>
  request(method, urlOf(template, options), options);

/** Options are optional if all of them are. */
type Rest<O> = object extends Options<O> ? [options?: Options<O>] : [options: Options<O>];

function operationsWith<M extends Method>(method: M) {
  return <P extends PathOf<M>>(path: P, ...[options]: Rest<Operation<M, P>>) =>
    // The cast: the OpenAPI document gives the types.
    send(method, path, (options ?? {}) as AnyOptions) as Promise<Result<Operation<M, P>>>;
}

/**
 * The team API. Paths are below /api/v1/team. A request is sent once: the query client retries
 * reads.
 */
export const api = {
  get: operationsWith('get'),
  post: operationsWith('post'),
  put: operationsWith('put'),
  patch: operationsWith('patch'),
  delete: operationsWith('delete'),
};
