import { errorOf, localError, type Problem, type SupportError } from './errors.ts';
import { type ServerClock, timeOf, withTimeout } from './time.ts';

/** The part of `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of a call that asks the server. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Where requests go. */
export interface Service {
  readonly fetch: Fetch;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Set by each response of the service. */
  readonly clock: ServerClock;
}

export interface Request {
  /** The default is POST. */
  readonly method?: 'GET';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Fields of a successful response: texts, or lists if the name ends with `[]`. */
  readonly expects: readonly string[];
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The fields of the body parsed as JSON, whatever its media type. */
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: { code?: unknown; message?: unknown } | null };
}

const TIMEOUT_MS = 20_000;
/** A longer Retry-After is shortened to this. */
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * Retry-After (RFC 9110, section 10.2.3) in seconds. A date is compared with the server's Date,
 * because the clock of the device can be wrong.
 */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - timeOf(headers)) / 1000;
  return seconds >= 0 ? Math.min(seconds, MAX_RETRY_AFTER_SECONDS) : undefined;
}

/**
 * The slug of a problem of the service, or the code of identify's 404. Undefined if the response is
 * neither.
 */
function slugOf({ type, error }: HttpResponse['body']): string | undefined {
  return /^\/problems\/([\w-]+)$/.exec(String(type))?.[1] ?? /^project_\w+$/.exec(String(error?.code))?.[0];
}

function failure({ status, headers, body }: HttpResponse): SupportError {
  const texts = [body.detail, body.title, body.error?.message, `The server answered ${status}.`];
  return errorOf({
    status,
    slug: slugOf(body) ?? '',
    message: texts.find((text) => typeof text === 'string') as string,
    errors: body.errors as Problem['errors'],
    retryAfter: retryAfter(headers),
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** Whether the service sent it, and not a proxy, a captive portal or a wrong server. */
function isOfService({ status, body }: HttpResponse, { headers, expects }: Request): boolean {
  if (status === 304) return headers?.['If-None-Match'] !== undefined;
  if (status > 299) return slugOf(body) !== undefined;
  return expects.every((field) =>
    field.endsWith('[]') ? Array.isArray(body[field.slice(0, -2)]) : typeof body[field] === 'string',
  );
}

/**
 * Sends one request and reads the whole response.
 *
 * @throws SupportError unless the status is 2xx or 304; the signal's reason if it was aborted
 */
export async function send({ fetch, baseUrl, clock }: Service, request: Request): Promise<HttpResponse> {
  const { method = 'POST', path, body, headers, signal } = request;
  const abort = new AbortController();
  const work = async () => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: JSON.stringify(body),
      signal: abort.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
    });
    // A browser hides the status of a redirect.
    const status = response.type === 'opaqueredirect' ? 302 : response.status;
    return { status, headers: response.headers, body: parse(await response.text()) };
  };
  // A custom fetch may ignore signals.
  const bounded = () =>
    withTimeout(TIMEOUT_MS, work).catch((error) => {
      throw localError('network', `No response from the service: ${error}`);
    });
  const received = await abortable(bounded, signal).finally(() => abort.abort());
  const { status } = received;
  if (status > 299 && status < 400 && status !== 304) {
    throw localError('redirect', 'The baseUrl redirects to another URL. Use that one.');
  }
  if (isOfService(received, request)) clock.learn(received.headers);
  else if (status < 500 && status !== 429) {
    throw localError('foreign-response', `Another server answered, with ${status}.`);
  }
  if (status > 399) throw failure(received);
  return received;
}

/**
 * Starts the work, and stops waiting for it if the signal aborts; the work continues.
 *
 * @throws the signal's reason
 */
export function abortable<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    work()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort));
  });
}

/** The reason of an aborted signal. Some game engines do not set one. */
export function reasonOf(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? localError('aborted', 'The call was aborted.');
}

function parse(text: string): HttpResponse['body'] {
  try {
    // An object for every JSON value, so that fields can be read.
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
