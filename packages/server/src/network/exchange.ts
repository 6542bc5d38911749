import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { ipOf, isAllowed, type NameRules, problemOfUrl, RefusedAddressError, safeLookup } from './webhook-address.ts';

/**
 * Before the status (RFC 9110, section 15.2). Usual receivers send one at most, a hostile one
 * endlessly many.
 */
const MAX_INFORMATIONAL = 5;

/** To an address that a member or operator entered. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, for a POST. Undefined: a GET. */
  readonly body?: string;
}

export interface PostOptions extends NameRules {
  /** From the name's look-up to the end of `read`. */
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Trusted besides the usual certificates. For tests. */
  readonly ca?: string | undefined;
}

/** Also if it was not read to its end. */
export type NoResponse = { readonly ok: false; readonly error: 'address' | 'connection' | 'time-out' };

/** Returns what `read` makes of the response, without redirects, and closes the connection. */
export function exchange<T>(
  { url: text, headers, body }: Outgoing,
  options: PostOptions,
  read: (response: IncomingMessage) => T | Promise<T>,
): Promise<T | NoResponse> {
  const { allowPrivate, timeoutMilliseconds, signal, ca } = options;
  if (problemOfUrl(text, allowPrivate) !== undefined) return Promise.resolve({ ok: false, error: 'address' });
  const url = new URL(text);
  return new Promise((resolve) => {
    const end = (result: T | NoResponse) => {
      clearTimeout(deadline);
      resolve(result);
      request.destroy();
    };
    const fail = (error: Error) => end({ ok: false, error: codeOf(error) });
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'user-agent': 'player-support',
      },
      // Its own connection: the address was checked for this request.
      agent: false,
      lookup: safeLookup(options, signal),
      ...(signal === undefined ? {} : { signal }),
      ...(ca === undefined ? {} : { ca }),
    });
    const deadline = setTimeout(() => fail(new TimeoutError()), timeoutMilliseconds);
    request.on('socket', (socket) => {
      // `lookup` is not called for IP addresses, so check the connected address too.
      socket.once('connect', () => {
        const { remoteAddress = ipOf(url) } = socket;
        if (remoteAddress !== undefined && isAllowed(remoteAddress, allowPrivate)) return;
        request.destroy(new RefusedAddressError('connected to an address that is refused'));
      });
    });
    const receive = async (response: IncomingMessage) => {
      // No HTTP, although Node takes it.
      if ((response.statusCode ?? 0) < 100) throw new Error('the status is below 100');
      return read(response);
    };
    let hasResponse = false;
    request.on('error', fail);
    let informational = 0;
    request.on('information', () => {
      informational++;
      if (informational > MAX_INFORMATIONAL) fail(new Error('too many informational responses'));
    });
    // After a 101, Node emits no `response` or `error` if nobody listens to `upgrade`.
    request.on('upgrade', (response, socket) => {
      hasResponse = true;
      receive(response)
        .then(end, fail)
        .finally(() => socket.destroy());
    });
    request.on('response', (response) => {
      hasResponse = true;
      receive(response).then(end, fail);
    });
    // After other silent ends. With a response, `read` sees the end.
    request.on('close', () => {
      if (!hasResponse) fail(new Error('the connection was closed'));
    });
    request.end(body);
  });
}

class TimeoutError extends Error {}

function codeOf(error: Error): NoResponse['error'] {
  if (error instanceof TimeoutError) return 'time-out';
  return error instanceof RefusedAddressError ? 'address' : 'connection';
}
