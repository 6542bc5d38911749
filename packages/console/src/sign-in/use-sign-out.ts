import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../api/client.ts';
import { keepPageAfterSignIn } from '../app/page-after-sign-in.ts';
import { setSession } from '../app/session.ts';
import { forgetInBrowser, forgetInTab } from '../outbox/member-storage.ts';
import { forgetQueueSnapshot } from '../queue/queue-snapshot.ts';
import { saveQueueUiState } from '../queue/queue-ui-state.ts';
import type { SignOutPath } from './sign-out-request.ts';

/** Tells the other tabs that a member has signed out. */
const CHANNEL = 'sign-out';

/**
 * Ends this session, or with `/sessions` all sessions of the member. Everything of the member leaves
 * this browser, in all tabs.
 */
export function useSignOut(memberId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = async () => {
    forgetInTab(memberId);
    await navigate({ to: '/sign-in', ignoreBlocker: true });
    // The next member must not see cached data.
    queryClient.clear();
    setSession(queryClient, null);
    saveQueueUiState(undefined);
    forgetQueueSnapshot();
    keepPageAfterSignIn(undefined);
  };
  const leaveToo = useEffectEvent(({ data }: MessageEvent) => {
    if (data === memberId) void leave();
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', leaveToo);
    return () => channel.close();
  }, []);
  return useMutation({
    mutationFn: (path: SignOutPath) => api.delete(path),
    onSuccess: async () => {
      const channel = new BroadcastChannel(CHANNEL);
      channel.postMessage(memberId);
      channel.close();
      await forgetInBrowser(memberId);
      await leave();
    },
  });
}
