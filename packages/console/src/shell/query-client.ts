import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isRetryable, isSignedOut } from '../api/api-error.ts';
import { sessionQuery } from '../data/session/session.ts';
import { notifyError } from '../ui/notify.ts';

const READ_RETRIES = 2;
const SECOND_MS = 1000;
/** The longest wait, even if the server asks for more. */
const MAX_RETRY_DELAY_MS = 30 * SECOND_MS;

/**
 * Retries reads with back-off, but no writes: a failed one may have taken effect. Shows their
 * errors unless `meta: { quiet: true }`.
 */
export function createConsoleQueryClient(onSignedOut: () => void): QueryClient {
  const handleSignedOut = (error: unknown) => {
    // The shell shows that a second factor is required.
    if (error instanceof ApiError && error.slug === 'second-factor-missing') {
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
    if (!isSignedOut(error)) return false;
    onSignedOut();
    return true;
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void handleSignedOut(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.quiet !== true && !handleSignedOut(error)) notifyError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30 * SECOND_MS,
        // Pages say that they cannot load, instead of waiting silently.
        networkMode: 'always',
        retry: (failures, error) => failures < READ_RETRIES && isRetryable(error) && navigator.onLine,
        retryDelay: (attempt, error) => {
          const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) * SECOND_MS : 0;
          return Math.min(
            MAX_RETRY_DELAY_MS,
            Math.max(retryAfter, SECOND_MS * 2 ** attempt * (0.5 + Math.random() / 2)),
          );
        },
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}
