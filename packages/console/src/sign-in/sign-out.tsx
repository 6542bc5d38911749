import { useEffect, useSyncExternalStore } from 'react';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { draftCount } from '../outbox/stored-drafts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { requestSignOut, signOutRequest } from './sign-out-request.ts';
import { useSignOut } from './use-sign-out.ts';

/** Signs out when the member asks for it. Drafts leave the browser, so it says so before. */
export function SignOut() {
  const { t } = useText();
  const { id } = useMember();
  const path = useSyncExternalStore(signOutRequest.subscribe, signOutRequest.get);
  const { mutate, isPending } = useSignOut(id);
  const count = path === undefined ? 0 : draftCount(id);
  const isAsking = count > 0 || path === '/sessions';
  const run = () => {
    if (path === undefined) return;
    requestSignOut(undefined);
    mutate(path);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (path !== undefined && !isAsking) run();
  }, [path, isAsking]);
  if (path === undefined || !isAsking) return null;
  const lost = count > 0 ? t('sign-out.drafts', { count }) : '';
  const everywhere = path === '/sessions' ? t('account.sessions.ask.text') : '';
  return (
    <ConfirmDialog
      title={t(path === '/sessions' ? 'account.sessions.ask' : 'sign-out.ask')}
      text={[everywhere, lost].filter((text) => text !== '').join(' ')}
      action={t(path === '/sessions' ? 'menu.sign-out-everywhere' : 'menu.sign-out')}
      pending={isPending}
      onConfirm={run}
      onClose={() => requestSignOut(undefined)}
    />
  );
}
