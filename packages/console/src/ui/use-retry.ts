import { useEffect, useEffectEvent } from 'react';
import { isUnavailable } from '../api/api-error.ts';
import { CodeError } from '../lib/load-code.ts';
import { serverBack } from '../lib/server-back.ts';

const INTERVAL_MS = 10_000;

/** True if it can succeed later without the member. */
export function isTemporary(error: unknown): boolean {
  return error instanceof CodeError ? error.isOffline : isUnavailable(error);
}

/** Tries again when the network or the server is back. */
export function useRetry(error: unknown, retry: () => void): void {
  const latest = useEffectEvent(retry);
  const retries = isTemporary(error);
  useEffect(() => {
    if (!retries) return;
    const run = () => latest();
    const timer = setInterval(run, INTERVAL_MS);
    addEventListener('online', run);
    const unsubscribe = serverBack.subscribe(run);
    return () => {
      unsubscribe();
      clearInterval(timer);
      removeEventListener('online', run);
    };
  }, [retries]);
}
