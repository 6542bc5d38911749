import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { useMember } from '../app/session.ts';
import { currentText } from '../i18n/text.ts';
import { queueKeys } from '../queue/queries.ts';
import { ticketKeys } from '../ticket/queries.ts';
import { errorText } from '../ui/error-text.ts';
import { type Draft, Drafts, type MessageKind } from './drafts.ts';
import { Outbox, type OutboxEntry } from './outbox.ts';
import { OutboxNotices } from './outbox-notices.tsx';
import { browserStore } from './storage.ts';

export interface Sending {
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** Makes a message a draft again, if it was not sent yet. */
  readonly undo: (entry: OutboxEntry) => void;
}

async function deliver(entry: OutboxEntry, unloading: boolean): Promise<string> {
  const { id, ticketId, kind, message, status, seen } = entry;
  const options = { path: { ticketId }, idempotencyKey: id, keepalive: unloading };
  const { messageId } =
    kind === 'note'
      ? await api.post('/tickets/{ticketId}/notes', { ...options, body: { message } })
      : await api.post('/tickets/{ticketId}/replies', { ...options, body: { message, status, afterMessageId: seen } });
  return messageId;
}

/**
 * Without Web Locks two tabs may send the same message: the Idempotency-Key makes that harmless.
 */
async function exclusively(name: string, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await run();
  });
}

function createSending(memberId: string, queryClient: QueryClient): Sending {
  const storage = browserStore();
  const drafts = new Drafts(storage, memberId);
  const outbox = new Outbox({
    storage,
    memberId,
    deliver,
    exclusively,
    onSent: async ({ ticketId, kind, seen }, messageId) => {
      if (kind === 'reply') drafts.advance(ticketId, seen, messageId);
      void queryClient.invalidateQueries({ queryKey: queueKeys.all, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ticketKeys.one(ticketId) });
    },
    onFailed: (entry, error) => {
      const { t } = currentText();
      const slug = error instanceof ApiError ? error.slug : 'old';
      const text = error instanceof ApiError ? errorText(error, t) : t('outbox.old');
      drafts.restore({ entry, slug, text });
      void queryClient.invalidateQueries({ queryKey: ticketKeys.one(entry.ticketId) });
    },
  });
  const undo = (entry: OutboxEntry) => {
    const { ticketId, kind, message, seen } = entry;
    if (outbox.undo(entry.id) === undefined) return;
    const newer = drafts.get(ticketId, kind).text;
    drafts.set(ticketId, kind, { text: newer.trim() === '' ? message : `${message}\n\n${newer}`, seen });
  };
  return { outbox, drafts, undo };
}

const Context = createContext<Sending | undefined>(undefined);

/** Sends the messages of the member on every page, including those of an earlier page. */
export function SendingProvider({ children }: { readonly children: ReactNode }) {
  const { id } = useMember();
  const queryClient = useQueryClient();
  const sending = useMemo(() => createSending(id, queryClient), [id, queryClient]);
  useEffect(() => {
    const { outbox } = sending;
    const flush = () => outbox.flush();
    outbox.start();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      outbox.stop();
    };
  }, [sending]);
  return (
    <Context value={sending}>
      {children}
      <OutboxNotices />
    </Context>
  );
}

export function useSending(): Sending {
  const sending = useContext(Context);
  if (sending === undefined) throw new Error('useSending needs a SendingProvider.');
  return sending;
}

export function useOutboxEntries(): readonly OutboxEntry[] {
  const { outbox } = useSending();
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}

/** The draft of that kind for a ticket, and a function that changes it. */
export function useDraft(ticketId: string, kind: MessageKind): [Draft, (draft: Draft) => void] {
  const { drafts } = useSending();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(ticketId, kind));
  return [draft, (next) => drafts.set(ticketId, kind, next)];
}
