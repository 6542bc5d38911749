import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { setSession } from '../app/session.ts';
import { deleteDrafts } from '../outbox/stored-drafts.ts';
import type { SignOutPath } from './sign-out-request.ts';

/**
 * Ends this session, or with `/sessions` all sessions of the member. The drafts of the member leave
 * this browser.
 */
export function useSignOut(memberId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (path: SignOutPath) => api.delete(path),
    onSuccess: async () => {
      deleteDrafts(memberId);
      await navigate({ to: '/sign-in' });
      // The next member must not see cached data.
      queryClient.clear();
      setSession(queryClient, null);
    },
  });
}
