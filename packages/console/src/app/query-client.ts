import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isPassing } from '../api/api-error.ts';
import { notifyError } from '../ui/notify-error.tsx';

const READ_RETRIES = 2;
const SECOND = 1000;
/** No read waits longer than that between two attempts, whatever a server says. */
const LONGEST_WAIT = 30 * SECOND;

/**
 * What the pages know of the server. Reads are retried with back-off, writes never: one that seemed to fail may have
 * been done. A write's failure is shown as a notification unless its mutation has `meta: { quiet: true }`.
 */
export function createConsoleQueryClient(onSignedOut: () => void): QueryClient {
  const refused = (error: unknown) => {
    const signedOut = error instanceof ApiError && error.status === 401 && error.slug === 'unauthorized';
    if (signedOut) onSignedOut();
    return signedOut;
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void refused(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.quiet !== true && !refused(error)) notifyError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30 * SECOND,
        retry: (failures, error) => failures < READ_RETRIES && isPassing(error),
        retryDelay: (attempt, error) => {
          const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * SECOND : 0;
          return Math.min(LONGEST_WAIT, Math.max(asked, SECOND * 2 ** attempt * (0.5 + Math.random() / 2)));
        },
      },
      mutations: { retry: false },
    },
  });
}
