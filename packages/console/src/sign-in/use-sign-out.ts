import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { sessionQuery } from '../app/session.ts';

/** Ends this session, or with `/sessions` all of the member's. */
export function useSignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (path: '/session' | '/sessions') => api.delete(path),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      // Nothing that one member has seen is left for the next.
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, null);
    },
  });
}
