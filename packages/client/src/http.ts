import { errorOf, NetworkError, type SupportError } from './errors.ts';

/** The part of `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body parsed as JSON, whatever its media type. Undefined if it is not JSON. */
  readonly body: unknown;
}

const TIMEOUT_MS = 20_000;
/** A longer Retry-After is not followed. */
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * Retry-After (RFC 9110, section 10.2.3) in seconds. A date is compared with the server's Date,
 * because the clock of the device can be wrong.
 */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : (Date.parse(text) - (Date.parse(headers.get('date') ?? '') || Date.now())) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * The error of a response: with problem details, with the special body of identify's 404, or
 * neither.
 */
function failure({ status, headers, body }: HttpResponse): SupportError {
  const problem = asRecord(body);
  const unavailable = asRecord(problem.error);
  const { code } = unavailable;
  const texts = [problem.detail, problem.title, unavailable.message].filter((text) => typeof text === 'string');
  return errorOf({
    status,
    slug: typeof code === 'string' ? code : String(problem.type ?? '').replace(/.*\//, ''),
    message: texts[0] ?? `The server answered ${status}.`,
    errors: asRecord(problem.errors) as Record<string, string[]>,
    retryAfter: retryAfter(headers),
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** The error if there was no response, or only one of another server, such as a proxy. */
export function noResponse(why: string): NetworkError {
  return new NetworkError({ status: 0, slug: 'network', message: `No response from the service: ${why}` });
}

/**
 * Sends one request and reads the whole response.
 *
 * @throws SupportError unless the status is 2xx or 304; the signal's reason if it was aborted
 */
export async function send(fetch: Fetch, baseUrl: string, request: Request): Promise<HttpResponse> {
  const { method, path, body, headers, signal } = request;
  if (signal?.aborted) throw reasonOf(signal);
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, TIMEOUT_MS);
  const work = async (): Promise<HttpResponse> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: body === undefined ? { ...headers } : { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: abort.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  };
  const received = await abortable(
    // A custom fetch may ignore signals.
    abortable(work(), abort.signal).catch((error) => {
      throw noResponse(String(error));
    }),
    signal,
  ).finally(() => {
    clearTimeout(timer);
    stop();
  });
  const { status } = received;
  if (status === 304) return received;
  const isJson = typeof received.body === 'object' && received.body !== null;
  // An incomplete body, or a page of another server such as the sign-in page of a hotel's network.
  const isForeign = status < 300 ? !isJson : status < 500 && /html/.test(received.headers.get('content-type') ?? '');
  if (isForeign && status !== 429) throw noResponse(`another server answered with ${status}.`);
  if (status < 200 || status > 299) throw failure(received);
  return received;
}

/** Stops waiting if the signal aborts; the work continues. @throws the signal's reason */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The reason of an aborted signal. Some game engines do not set one. */
export function reasonOf(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error('The request was aborted.'), { name: 'AbortError' });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
