import { ApiError } from './api-error.ts';

const BASE = '/api/v1/team';

/** A request that is not answered by then has failed; in milliseconds. */
const TIMEOUT = 30_000;

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface RequestOptions {
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The same request again does nothing twice. */
  readonly idempotencyKey?: string | undefined;
  /** Goes on after the page has gone. */
  readonly keepalive?: boolean | undefined;
}

function address(path: string, query: Query = {}): string {
  const known = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(known.map(([name, value]) => [name, String(value)]));
  return `${BASE}${path}${known.length > 0 ? `?${search}` : ''}`;
}

async function failure(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const problem = await response.json().catch(() => ({}));
  return new ApiError(response.status, problem ?? {}, Number.isFinite(retryAfter) ? retryAfter : undefined);
}

async function request<T>(method: string, path: string, options: RequestOptions): Promise<T> {
  const { query, body, signal, idempotencyKey, keepalive = false } = options;
  const timeout = AbortSignal.timeout(TIMEOUT);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address(path, query), {
      method,
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      keepalive,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await failure(response);
    text = await response.text();
  } catch (error) {
    // Who asked has gone: not a failure to tell anybody of.
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw new ApiError(0, { type: 'offline' });
  }
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The team API; paths are below /api/v1/team. Every one throws ApiError. Nothing is retried here. */
export const api = {
  get: <T>(path: string, options: { readonly query?: Query; readonly signal?: AbortSignal } = {}) =>
    request<T>('GET', path, options),
  post: <T = void>(path: string, body?: unknown, options: Pick<RequestOptions, 'idempotencyKey' | 'keepalive'> = {}) =>
    request<T>('POST', path, { ...options, body }),
  put: <T = void>(path: string, body?: unknown) => request<T>('PUT', path, { body }),
  patch: <T = void>(path: string, body: unknown) => request<T>('PATCH', path, { body }),
  delete: <T = void>(path: string, body?: unknown) => request<T>('DELETE', path, { body }),
};
