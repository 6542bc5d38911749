import type { DeliveryError } from '@player-support/contract/enums';
import { exchange, type Outgoing, type PostOptions } from './exchange.ts';

/** From the look-up of the receiver's name to its status. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** `error`: a short code without text of the receiver. */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: DeliveryError;
      /** The receiver will never take it: stop the channel. */
      readonly gone?: boolean;
      /** Asked for by the receiver. */
      readonly retryAfterSeconds?: number;
    };

/**
 * Waits for the status, without redirects. Reads no body, so an answer of any size costs nothing.
 */
export const post = (request: Outgoing, options: PostOptions): Promise<Outcome> =>
  exchange<Outcome>(request, options, ({ statusCode: status = 0, headers: { 'retry-after': retryAfter } }) => {
    if (status >= 200 && status < 300) return { ok: true };
    if (status >= 300 && status < 400) return { ok: false, error: 'redirect' };
    const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? { retryAfterSeconds: Number(retryAfter) } : {};
    return { ok: false, error: `http-${status}`, gone: status === 410, ...seconds };
  });
