import type { DeliveryError } from '@player-support/contract/enums';
import { exchange, type Post, type PostOptions } from './exchange.ts';

/** How long a receiver may take, from the look-up of its name to its status. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

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

/**
 * Sends one POST and waits for its status. It follows no redirect, and reads no body: the status
 * says enough, so an answer of any size costs nothing.
 */
export function post(request: Post, options: PostOptions): Promise<Outcome> {
  return exchange<Outcome>(request, options, ({ statusCode = 0, headers }) =>
    outcomeOf(statusCode, headers['retry-after']),
  );
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { ok: true };
  if (status >= 300 && status < 400) return { ok: false, error: 'redirect' };
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? { retryAfterSeconds: Number(retryAfter) } : {};
  return { ok: false, error: `http-${status}`, gone: status === 410, ...seconds };
}
