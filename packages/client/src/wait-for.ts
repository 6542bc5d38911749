import { localError } from './errors.ts';

/**
 * Starts the work, and stops waiting for it if the signal aborts or it takes too long; the work
 * continues.
 *
 * @throws what the work throws, the signal's reason, or an error after so many milliseconds
 */
export function waitFor<T>(
  work: () => T | PromiseLike<T>,
  signal: AbortSignal | undefined,
  milliseconds?: number,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal?.aborted) return abort();
    const timer = milliseconds && setTimeout(() => reject(new Error('Timeout.')), milliseconds);
    signal?.addEventListener('abort', abort);
    (async () => work())()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
  });
}

/** Some game engines do not set a reason. */
export function reasonOf(signal?: AbortSignal): unknown {
  return signal?.reason ?? localError('aborted');
}
