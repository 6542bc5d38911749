import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { setSession } from '../app/session.ts';

/** Ends this session, or with `/sessions` all sessions of the member. */
export function useSignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (path: '/session' | '/sessions') => api.delete(path),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      // The next member must not see cached data.
      queryClient.clear();
      setSession(queryClient, null);
    },
  });
}
