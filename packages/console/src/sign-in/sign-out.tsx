import { useEffect, useState, useSyncExternalStore } from 'react';
import { unsentCounts } from '../data/outbox/member-storage.ts';
import { useOptionalSending } from '../data/outbox/sending.tsx';
import { useMember } from '../data/session/session.ts';
import { endRequest, signOutRequest } from '../data/session/sign-out-request.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { hearOtherTabs, tellOtherTabs } from './sign-out-channel.ts';
import { useSignOut } from './use-sign-out.ts';

/** Sending that takes no longer needs no question. */
const PATIENCE_MS = 1000;
/** The time for other tabs to say that they have texts. */
const ANSWER_MS = 200;

/** Sends what waits first. Unsent texts leave the browser, so it asks before. */
export function SignOut() {
  const { t } = useText();
  const { id } = useMember();
  const path = useSyncExternalStore(signOutRequest.subscribe, signOutRequest.get);
  const { mutate, isPending } = useSignOut(id);
  const { drafts: own, waiting, isSlow } = useUnsent(id, path !== undefined);
  const others = useTypedInOtherTabs(id, path !== undefined);
  const drafts = own + (others ?? 0);
  const isAsking = drafts > 0 || path === '/sessions' || isSlow;
  const run = () => {
    if (path === undefined) return;
    endRequest();
    mutate(path);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (path !== undefined && !isAsking && waiting === 0 && others !== undefined) run();
  }, [path, isAsking, waiting, others]);
  if (path === undefined || !isAsking) return null;
  const text = [
    path === '/sessions' ? t('account.sessions.ask.text') : '',
    waiting > 0 ? t('sign-out.waiting', { count: waiting }) : '',
    drafts > 0 ? t('sign-out.drafts', { count: drafts }) : '',
  ];
  return (
    <ConfirmDialog
      title={t(path === '/sessions' ? 'account.sessions.ask' : 'sign-out.ask')}
      text={text.filter((part) => part !== '').join(' ')}
      action={t(path === '/sessions' ? 'menu.sign-out-everywhere' : 'menu.sign-out')}
      pending={isPending}
      onConfirm={run}
      onClose={endRequest}
    />
  );
}

function useUnsent(memberId: string, isLeaving: boolean) {
  const outbox = useOptionalSending()?.outbox;
  const count = () => outbox?.entries().length ?? unsentCounts(memberId).waiting;
  const waiting = useSyncExternalStore(outbox?.subscribe ?? never, () => (isLeaving ? count() : 0));
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    outbox?.sendNow();
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLeaving, outbox]);
  // A refused message becomes a text while the last one is sent.
  return { drafts: isLeaving ? unsentCounts(memberId).drafts : 0, waiting, isSlow: isLate && waiting > 0 };
}

/** Undefined until other tabs had time to respond. */
function useTypedInOtherTabs(memberId: string, isLeaving: boolean): number | undefined {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (!isLeaving) return;
    let said = 0;
    const stop = hearOtherTabs((message) => {
      if (message.kind === 'typed' && message.memberId === memberId) said += message.count;
    });
    tellOtherTabs({ kind: 'asked', memberId });
    const timer = setTimeout(() => setCount(said), ANSWER_MS);
    return () => {
      stop();
      clearTimeout(timer);
      setCount(undefined);
    };
  }, [memberId, isLeaving]);
  return count;
}

const never = () => () => undefined;
