import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../api/client.ts';
import { forgetInBrowser } from '../data/outbox/member-storage.ts';
import { useOptionalSending } from '../data/outbox/sending.tsx';
import { forgetQueueSnapshot } from '../data/queue/queue-snapshot.ts';
import { saveQueueUiState } from '../data/queue/queue-ui-state.ts';
import { keepPageAfterSignIn } from '../data/session/page-after-sign-in.ts';
import { setSession } from '../data/session/session.ts';
import { type SignOutPath, setSignedOut } from '../data/session/sign-out-request.ts';
import { hearOtherTabs, tellOtherTabs } from './sign-out-channel.ts';

/** The longest wait for the storage of files. */
const MAX_WAIT_MS = 2000;

/** Ends this session, or all (`/sessions`). Everything of the member leaves this browser. */
export function useSignOut(memberId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const sending = useOptionalSending();
  /** Ends running work first, so that it stores nothing later. */
  const forget = () => {
    setSignedOut(true);
    sending?.outbox.stop();
    sending?.uploads.stop();
    // A storage that does not respond must not keep the member signed in.
    return Promise.race([forgetInBrowser(memberId), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  };
  const leave = async () => {
    await navigate({ to: '/sign-in', ignoreBlocker: true });
    // The next member must not see cached data.
    queryClient.clear();
    setSession(queryClient, null);
    saveQueueUiState(undefined);
    forgetQueueSnapshot();
    keepPageAfterSignIn(undefined);
  };
  const leaveToo = useEffectEvent(() => {
    void forget();
    void leave();
  });
  useEffect(
    () =>
      hearOtherTabs((message) => {
        if (message.kind === 'signed-out' && message.memberId === memberId) leaveToo();
      }),
    [memberId],
  );
  return useMutation({
    mutationFn: (path: SignOutPath) => api.delete(path),
    onSuccess: async () => {
      tellOtherTabs({ kind: 'signed-out', memberId });
      await forget();
      await leave();
    },
  });
}
