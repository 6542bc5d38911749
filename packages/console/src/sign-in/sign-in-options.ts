import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The page waits no longer to know whether there is a provider. */
const MAX_WAIT_MS = 1000;

/** The provider, and who can use a password. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: () => api.get('/sign-in-options'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Waits a little, so that nothing moves when the options arrive. */
export async function loadSignInOptions(queryClient: QueryClient): Promise<void> {
  const wait = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([queryClient.prefetchQuery(signInOptionsQuery), wait]);
}
