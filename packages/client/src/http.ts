import { errorOf, NetworkError, type SupportError } from './errors.ts';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, whatever media type it came under; undefined if it is none. */
  readonly body: unknown;
}

/** How long a request may take, in milliseconds. */
const TIME_OUT = 20_000;
/** No server's word makes a client wait longer, in seconds. */
const LONGEST_WAIT = 3600;

/** Retry-After (RFC 9110, section 10.2.3) in seconds; a date counts from the server's own, since this clock may be wrong. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : (Date.parse(text) - (Date.parse(headers.get('date') ?? '') || Date.now())) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), LONGEST_WAIT);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** What went wrong, of any body: problem details, the one of identify's 404, or none that can be read. */
function failure({ status, headers, body }: Answer): SupportError {
  const problem = record(body);
  const unavailable = record(problem.error);
  const { code } = unavailable;
  const texts = [problem.detail, problem.title, unavailable.message].filter((text) => typeof text === 'string');
  return errorOf({
    status,
    slug: typeof code === 'string' ? code : String(problem.type ?? '').replace(/.*\//, ''),
    message: texts[0] ?? `The server answered ${status}.`,
    errors: record(problem.errors) as Record<string, string[]>,
    retryAfter: retryAfter(headers),
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** No answer of the service, whatever it was instead. */
export function noAnswer(why: string): NetworkError {
  return new NetworkError({ status: 0, slug: 'network', message: `No answer from the service: ${why}` });
}

/**
 * Sends one request and reads the whole answer.
 *
 * @throws SupportError for every answer but 2xx and 304, and where none came; the signal's reason where it was aborted
 */
export async function send(fetch: Fetch, baseUrl: string, request: Request): Promise<Answer> {
  const { method, path, body, headers, signal } = request;
  if (signal?.aborted) throw reasonOf(signal);
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, TIME_OUT);
  const work = async (): Promise<Answer> => {
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
  const answer = await abortable(
    // A fetch of the game's own may not know signals.
    abortable(work(), abort.signal).catch((error) => {
      throw noAnswer(String(error));
    }),
    signal,
  ).finally(() => {
    clearTimeout(timer);
    stop();
  });
  const { status } = answer;
  if (status === 304) return answer;
  const isJson = typeof answer.body === 'object' && answer.body !== null;
  // Cut off on its way, or a page of somebody else, such as a hotel's network, which may have any status.
  const isForeign = status < 300 ? !isJson : status < 500 && /html/.test(answer.headers.get('content-type') ?? '');
  if (isForeign && status !== 429) throw noAnswer(`what came, with ${status}, is not its own.`);
  if (status < 200 || status > 299) throw failure(answer);
  return answer;
}

/** Gives up waiting, not what is waited for: others may wait for it too. @throws the signal's reason */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Some engines know of no reason. */
export function reasonOf(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error('It was aborted.'), { name: 'AbortError' });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
