import { SECOND } from '../../domain/time.ts';
import { readBounded } from '../../network/read-bounded.ts';

/** One request to the provider, with its response. */
const TIMEOUT_MS = 5 * SECOND;
/** After a failure, requests fail at once for this time. */
const PAUSE_MS = 5 * SECOND;
/** The longest response. Discovery and key documents have a few KB. */
const MAX_BYTES = 512 * 1024;

/** Unreachable, or it says that it does not work now. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/** Whether an error, or a cause of it, says that the provider does not respond. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderUnreachableError) return true;
  }
  return false;
}

/**
 * Tells the log why a request failed: messages and the provider's code, without tokens or personal
 * data.
 */
export function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error && reasons.length < 5; cause = cause.cause) {
    // What openid-client says about each error of `fetch`.
    if (cause.message === 'something went wrong') continue;
    const code = 'error' in cause && /^[a-z_]{1,40}$/.test(String(cause.error)) ? ` (${cause.error})` : '';
    reasons.push(cause.message.slice(0, 200).replace(/\.$/, '') + code);
  }
  return reasons.join(': ');
}

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/**
 * Creates a `fetch` with a time-out and a size limit, without redirects. While the provider is
 * down, most calls fail at once. `elapsed`: monotonic milliseconds.
 */
export function createProviderFetch(elapsed: () => number): Fetch {
  let pausedUntil = 0;

  async function fail(cause: unknown): Promise<never> {
    pausedUntil = elapsed() + PAUSE_MS;
    throw new ProviderUnreachableError('The provider does not respond.', { cause });
  }

  return async (url, options) => {
    if (elapsed() < pausedUntil) throw new ProviderUnreachableError('The provider did not respond a moment ago.');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const { status, headers, body } = await fetch(url, { ...options, redirect: 'manual', signal });
      if (status >= 500 || status === 429) {
        await body?.cancel();
        return fail(new Error(`status ${status}`));
      }
      return new Response(await bytesOf(body), { status, headers });
    } catch (error) {
      if (error instanceof ProviderUnreachableError) throw error;
      return fail(error);
    }
  };
}

async function bytesOf(body: Response['body']): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return null;
  const bytes = await readBounded(body, MAX_BYTES);
  if (bytes === undefined) throw new Error('the response is too long');
  return new Uint8Array(bytes);
}
