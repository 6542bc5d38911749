import http from 'node:http';
import https from 'node:https';
import { ipOf, isAllowed, type NameRules, problemOfUrl, RefusedAddressError, safeLookup } from './webhook-address.ts';

/** For the whole request, from the look-up of the name to the end of the document. */
const TIMEOUT_MS = 5000;
/** The longest document. A list of keys has a few KB. */
const MAX_BYTES = 64 * 1024;

export interface FetchRules extends NameRules {
  /** Trusted besides the usual certificates. For tests. */
  readonly ca?: string | undefined;
}

/**
 * Reads a document from a URL that a member entered. It connects to no private address, follows no
 * redirect, and reads at most 64 KiB within five seconds.
 *
 * @throws Error that says why, without text of the other server
 */
export function fetchDocument(text: string, rules: FetchRules): Promise<string> {
  const problem = problemOfUrl(text, rules.allowPrivate);
  if (problem !== undefined) return Promise.reject(new RefusedAddressError(problem));
  const url = new URL(text);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      headers: { accept: 'application/json', 'user-agent': 'player-support' },
      // A connection of its own: its address was checked for this request.
      agent: false,
      lookup: safeLookup(rules, signal),
      signal,
      ...(rules.ca === undefined ? {} : { ca: rules.ca }),
    });
    const fail = (error: Error) => {
      request.destroy();
      reject(error);
    };
    request.on('socket', (socket) => {
      // `lookup` is not called for an IP address, so check what the socket is connected to as well.
      socket.once('connect', () => {
        const { remoteAddress = ipOf(url) } = socket;
        if (remoteAddress !== undefined && isAllowed(remoteAddress, rules.allowPrivate)) return;
        fail(new RefusedAddressError('connected to an address that is refused'));
      });
    });
    request.on('error', reject);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new Error('the status is 101'));
    });
    // After anything else that ends a request silently. It changes nothing after a response.
    request.on('close', () => reject(new Error('the connection was closed')));
    request.on('response', (response) => {
      if (response.statusCode !== 200) return fail(new Error(`the status is ${response.statusCode}`));
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_BYTES) fail(new Error('the document is too long'));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
    request.end();
  });
}
