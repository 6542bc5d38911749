import http from 'node:http';
import https from 'node:https';
import type { DeliveryError } from '@player-support/contract/enums';
import { ipOf, isAllowed, type NameRules, problemOfUrl, RefusedAddressError, safeLookup } from './webhook-address.ts';

/** How long a receiver may take, from the look-up of its name to its status. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/**
 * Informational responses (RFC 9110, section 15.2) before the status. Usual receivers send one at
 * most, and a hostile one could keep this process busy with an endless number of them.
 */
const MAX_INFORMATIONAL = 5;

/** The result of one attempt. `error` is a short code without any text of the receiver. */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: DeliveryError;
      /** The receiver will never take it: do not try again, and stop the channel. */
      readonly gone?: boolean;
      /** The receiver asks to wait for this many seconds. */
      readonly retryAfterSeconds?: number;
    };

export interface Post {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PostOptions extends NameRules {
  /** For the whole request, from the look-up of the name to the status. */
  readonly timeoutMilliseconds: number;
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
  /** Trusted besides the usual certificates. For tests. */
  readonly ca?: string | undefined;
}

/**
 * Sends one POST and waits for its status. It follows no redirect, and reads no body: the status
 * says enough, so an answer of any size costs nothing. A receiver that sends more than five
 * informational responses, or a status below 100, has the error `connection`.
 */
export function post({ url: text, body, headers }: Post, options: PostOptions): Promise<Outcome> {
  const { allowPrivate, timeoutMilliseconds, signal, ca } = options;
  if (problemOfUrl(text, allowPrivate) !== undefined) return Promise.resolve({ ok: false, error: 'address' });
  const url = new URL(text);
  return new Promise((resolve) => {
    const fail = (error: Error) => {
      clearTimeout(deadline);
      resolve({ ok: false, error: codeOf(error) });
    };
    const finish = ({ statusCode = 0, headers: { 'retry-after': retryAfter } }: http.IncomingMessage) => {
      clearTimeout(deadline);
      resolve(outcomeOf(statusCode, retryAfter));
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'player-support' },
      // A connection of its own: its address was checked for this request.
      agent: false,
      lookup: safeLookup(options, signal),
      ...(signal === undefined ? {} : { signal }),
      ...(ca === undefined ? {} : { ca }),
    });
    const deadline = setTimeout(() => request.destroy(new TimeoutError()), timeoutMilliseconds);
    request.on('socket', (socket) => {
      // `lookup` is not called for an IP address, so check what the socket is connected to as well.
      socket.once('connect', () => {
        const { remoteAddress = ipOf(url) } = socket;
        if (remoteAddress !== undefined && isAllowed(remoteAddress, allowPrivate)) return;
        request.destroy(new RefusedAddressError('connected to an address that is refused'));
      });
    });
    request.on('error', fail);
    let informational = 0;
    request.on('information', () => {
      informational++;
      if (informational <= MAX_INFORMATIONAL) return;
      // The status may be in the same packet, and is still parsed after `destroy`.
      fail(new Error('too many informational responses'));
      request.destroy();
    });
    // After a 101, Node emits neither `response` nor `error` if nobody listens to `upgrade`.
    request.on('upgrade', (response, socket) => {
      finish(response);
      socket.destroy();
    });
    request.on('response', (response) => {
      finish(response);
      response.destroy();
    });
    // A request that ends in any other way without an event must not wait forever. After a result
    // this does nothing.
    request.on('close', () => fail(new Error('the connection was closed')));
    request.end(body);
  });
}

class TimeoutError extends Error {}

function codeOf(error: Error): DeliveryError {
  if (error instanceof TimeoutError) return 'time-out';
  return error instanceof RefusedAddressError ? 'address' : 'connection';
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  // This is no HTTP, although Node takes it.
  if (status < 100) return { ok: false, error: 'connection' };
  if (status >= 200 && status < 300) return { ok: true };
  if (status >= 300 && status < 400) return { ok: false, error: 'redirect' };
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? { retryAfterSeconds: Number(retryAfter) } : {};
  return { ok: false, error: `http-${status}`, gone: status === 410, ...seconds };
}
