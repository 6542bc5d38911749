import { ApiError } from './api-error.ts';
import type { Method, Operation, Options, PathOf, Result } from './api-types.ts';
import { dropEarlyResponses, takeEarlyResponse } from './early-responses.ts';
import { urlOf } from './url.ts';

/** A request without a response after this time has failed. */
const TIMEOUT_MS = 30_000;

/** The options of any operation. */
interface AnyOptions extends RequestOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const problem = await response.json().catch(() => ({}));
  return new ApiError(response.status, problem ?? {}, Number.isFinite(retryAfter) ? retryAfter : undefined);
}

/** The JSON of a response. Undefined: it has no body. */
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
  /** The member who sends it. The server refuses it if the session is that of another one. */
  readonly memberId?: string;
  readonly keepalive?: boolean;
  /** Whether the session cookie is sent. */
  readonly credentials?: RequestCredentials;
  /** A bearer token. */
  readonly token?: string;
}

/**
 * Sends one request to this server, and returns the JSON of the response.
 * @throws ApiError for every response that is not a success, and with status 0 without a response
 */
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
    // An aborted request is not a failure. Text that is not JSON is not from this server, but for
    // example from the sign-in page of a public network.
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
    // The types of the options and of the result are those of the OpenAPI document.
    send(method, path, (options ?? {}) as AnyOptions) as Promise<Result<Operation<M, P>>>;
}

/**
 * The team API, with the types of its OpenAPI document. Paths are below /api/v1/team. A request is
 * sent once: the query client retries reads.
 * @throws ApiError for every response that is not a success, and with status 0 without a response
 */
export const api = {
  get: operationsWith('get'),
  post: operationsWith('post'),
  put: operationsWith('put'),
  patch: operationsWith('patch'),
  delete: operationsWith('delete'),
};
