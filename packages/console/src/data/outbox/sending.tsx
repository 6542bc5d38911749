import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { isTextField } from '../../ui/held-keys.ts';
import { idle } from '../../ui/lazy-component.tsx';
import type { UploadState } from '../files/uploads.ts';
import { sessionQuery, useMember } from '../session/session.ts';
import { watchSignIns } from '../session/signed-in-member.ts';
import { createSending, type Sending } from './create-sending.ts';
import type { Draft, Failure, MessageKind } from './drafts.ts';
import { isMessage, type MessageEntry, type MessageFile, type OutboxEntry } from './entries.ts';

const NO_FILES: readonly MessageFile[] = [];

const Context = createContext<Sending | undefined>(undefined);

/** Outside a field, the browser would undo typing out of sight. */
function keepFields(event: KeyboardEvent): void {
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey);
  if (isUndo && !isTextField(document.activeElement)) event.preventDefault();
}

export function SendingProvider({ children }: { readonly children: ReactNode }) {
  const { id } = useMember();
  const queryClient = useQueryClient();
  const sending = useMemo(() => createSending(id, queryClient), [id, queryClient]);
  useEffect(() => {
    const { outbox, drafts, uploads } = sending;
    const stopped = new AbortController();
    const { signal } = stopped;
    outbox.start();
    const files = outbox.entries().flatMap((entry) => (isMessage(entry) ? (entry.attachments ?? []) : []));
    const used = new Set([...drafts.files(), ...files.map(({ key }) => key)]);
    void idle().then(() => (signal.aborted ? undefined : uploads.deleteUnused(used)));
    addEventListener('pagehide', () => outbox.flush(), { signal });
    addEventListener('keydown', keepFields, { signal });
    // Reads what another tab wrote. A page from the history has missed it.
    const reload = ({ key, newValue }: StorageEvent) => {
      drafts.reload(key ?? undefined);
      // Without Web Locks another tab would also send what can still be undone here.
      if (newValue === null || 'locks' in navigator) outbox.reload(key ?? undefined);
    };
    addEventListener('storage', reload, { signal });
    const reloadAll = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      drafts.reload();
      outbox.reload();
    };
    addEventListener('pageshow', reloadAll, { signal });
    const unwatch = watchSignIns(id, () => queryClient.setQueryData(sessionQuery.queryKey, null));
    return () => {
      unwatch();
      stopped.abort();
      outbox.stop();
      uploads.stop();
    };
  }, [sending, id, queryClient]);
  return <Context value={sending}>{children}</Context>;
}

export function useSending(): Sending {
  const sending = useContext(Context);
  if (sending === undefined) throw new Error('useSending needs a SendingProvider.');
  return sending;
}

/** Undefined: this page sends nothing. */
export function useOptionalSending(): Sending | undefined {
  return useContext(Context);
}

export function useFailures(): readonly Failure[] {
  const { drafts } = useSending();
  return useSyncExternalStore(drafts.subscribe, drafts.failures);
}

export function useDraftTickets(): ReadonlySet<string> {
  const { drafts } = useSending();
  return useSyncExternalStore(drafts.subscribe, drafts.tickets);
}

export function useOutboxEntries(): readonly OutboxEntry[] {
  const { outbox } = useSending();
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}

export function useDraft(ticketId: string, kind: MessageKind): [Draft, (draft: Draft) => void] {
  const { drafts } = useSending();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(ticketId, kind));
  return [draft, (next) => drafts.set(ticketId, kind, next)];
}

/** Returns how far the uploads are. Begins those that an earlier page kept. */
export function useUploads(ticketId: string, files: readonly MessageFile[]): readonly UploadState[] {
  const { uploads } = useSending();
  useEffect(() => {
    for (const file of files) uploads.start(ticketId, file);
  }, [uploads, ticketId, files]);
  useSyncExternalStore(uploads.subscribe, uploads.version);
  return files.map((file) => uploads.state(file));
}

/** Counts a waiting message's files that are not uploaded. */
export function useFilesToUpload(entry: OutboxEntry): number {
  const { ticketId, attachments = NO_FILES }: Partial<MessageEntry> = isMessage(entry) ? entry : {};
  return useUploads(ticketId ?? '', attachments).filter(({ state }) => state !== 'uploaded').length;
}
