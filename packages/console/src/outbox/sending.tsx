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
  /** Makes a message that is on its way a draft again, if there is time. */
  readonly takeBack: (entry: OutboxEntry) => void;
}

async function deliver(entry: OutboxEntry, last: boolean): Promise<string> {
  const { id, ticketId, kind, message, status, seen } = entry;
  const options = { path: { ticketId }, idempotencyKey: id, keepalive: last };
  const { messageId } =
    kind === 'note'
      ? await api.post('/tickets/{ticketId}/notes', { ...options, body: { message } })
      : await api.post('/tickets/{ticketId}/replies', { ...options, body: { message, status, afterMessageId: seen } });
  return messageId;
}

/** One tab sends what has that name; where there are no locks the Idempotency-Key does. */
async function alone(name: string, run: () => Promise<void>): Promise<void> {
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
    alone,
    sent: async ({ ticketId, kind, seen }, messageId) => {
      if (kind === 'reply') drafts.advance(ticketId, seen, messageId);
      void queryClient.invalidateQueries({ queryKey: queueKeys.all, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ticketKeys.one(ticketId) });
    },
    failed: (entry, error) => {
      const { t } = currentText();
      const slug = error instanceof ApiError ? error.slug : 'old';
      const text = error instanceof ApiError ? errorText(error, t) : t('outbox.old');
      drafts.putBack({ entry, slug, text });
      void queryClient.invalidateQueries({ queryKey: ticketKeys.one(entry.ticketId) });
    },
  });
  const takeBack = (entry: OutboxEntry) => {
    const { ticketId, kind, message, seen } = entry;
    if (outbox.undo(entry.id) === undefined) return;
    const since = drafts.get(ticketId, kind).text;
    drafts.set(ticketId, kind, { text: since.trim() === '' ? message : `${message}\n\n${since}`, seen });
  };
  return { outbox, drafts, takeBack };
}

const Context = createContext<Sending | undefined>(undefined);

/** Sends what the member wrote, on whatever page he is; messages that an earlier page left included. */
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
  if (sending === undefined) throw new Error('There is no SendingProvider around this.');
  return sending;
}

export function useOutboxEntries(): readonly OutboxEntry[] {
  const { outbox } = useSending();
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}

/** What the member has written of that kind to that ticket, and how to change it. */
export function useDraft(ticketId: string, kind: MessageKind): [Draft, (draft: Draft) => void] {
  const { drafts } = useSending();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(ticketId, kind));
  return [draft, (next) => drafts.set(ticketId, kind, next)];
}
