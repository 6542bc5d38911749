import { localError, type Problem, SupportError } from './errors.ts';
import { type ServerClock, timeOf } from './time.ts';
import { waitFor } from './wait-for.ts';

/** The part of `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** For calls that ask the server. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface Service {
  readonly fetch: Fetch;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** By each response of the service. */
  readonly clock: ServerClock;
}

export interface Request {
  /** Default: POST. */
  readonly method?: 'GET' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Instead of the service's `fetch`. */
  readonly fetch?: Fetch;
  /** For the response, in milliseconds. */
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Response fields: texts, or lists if the name ends with `[]`. */
  readonly expects: readonly string[];
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed as JSON, whatever its media type. */
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: { code?: unknown; message?: unknown } | null };
}

const TIMEOUT_MS = 20_000;
/** A longer Retry-After counts as this. */
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * Retry-After (RFC 9110, section 10.2.3) in seconds. A date is compared with the server's Date: the
 * device's clock can be wrong.
 */
function retryAfter(headers: Headers): number | undefined {
  const text = String(headers.get('retry-after'));
  const seconds = Number(text) || (Date.parse(text) - timeOf(headers)) / 1000;
  return seconds >= 0 ? Math.min(seconds, MAX_RETRY_AFTER_SECONDS) : undefined;
}

/** A problem's slug, or the code of identify's 404. Otherwise empty. */
function slugOf({ type, error }: HttpResponse['body']): string {
  return (type ? /^\/problems\/([\w-]+)$/ : /^(project_\w+)$/).exec(String(type ?? error?.code))?.[1] ?? '';
}

/**
 * Sends one request and reads the whole response.
 *
 * @throws SupportError unless the status is 2xx or 304; the signal's reason if it was aborted
 */
export async function send(service: Service, request: Request): Promise<HttpResponse> {
  const {
    baseUrl,
    clock,
    fetch,
    timeout = TIMEOUT_MS,
    method = 'POST',
    path,
    signal,
    expects,
    body: sent,
    headers: sentHeaders,
  } = {
    ...service,
    ...request,
  };
  const abort = new AbortController();
  const work = async (): Promise<HttpResponse> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(sent !== undefined && { 'Content-Type': 'application/json' }), ...sentHeaders },
      body: JSON.stringify(sent),
      signal: abort.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
    });
    const { status, headers } = response;
    return { status, headers, body: parse(await response.text()) };
  };
  // A custom fetch may ignore signals.
  const response = await waitFor(work, signal, timeout)
    .catch((error) => {
      throw signal?.aborted ? error : localError('network', `No response: ${error}`);
    })
    .finally(() => abort.abort());
  const { status, headers, body } = response;
  // Browsers hide a redirect's status: it is 0.
  if (!status || (status > 299 && status < 400 && status !== 304)) {
    throw localError('redirect', 'The baseUrl redirects.');
  }
  const slug = slugOf(body);
  // A proxy, a captive portal or a wrong server can answer.
  const isOfService =
    status === 304
      ? sentHeaders?.['If-None-Match']
      : status > 299
        ? slug
        : expects.every((field) =>
            field.endsWith('[]') ? Array.isArray(body[field.slice(0, -2)]) : typeof body[field] === 'string',
          );
  if (isOfService) clock.learn(headers);
  else if (status < 500 && status !== 429) {
    throw localError('foreign-response', `Another server answered ${status}.`);
  }
  if (status < 400) return response;
  throw new SupportError({
    status,
    slug,
    path,
    message: String(body.detail ?? body.title ?? body.error?.message ?? `The server answered ${status}.`),
    errors: (body.errors ?? {}) as Problem['errors'],
    retryAfter: retryAfter(headers),
    requestId: headers.get('x-request-id'),
  });
}

function parse(text: string): HttpResponse['body'] {
  try {
    // For any JSON value, so that fields can be read.
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
