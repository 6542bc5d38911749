import type { PlayerResponse } from '@player-support/contract/team/players';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { sessionQuery, useMember } from '../app/session.ts';
import { isReplaced, watchSignIns } from '../app/signed-in-member.ts';
import { type ComposerFile, ComposerFiles } from '../files/composer-files.ts';
import { uploadFile } from '../files/upload-file.ts';
import { currentText } from '../i18n/text.ts';
import { playerName } from '../player/player-name.ts';
import { playerKeys } from '../player/queries.ts';
import { changeCachedRows } from '../queue/change-cached-rows.ts';
import { queueKeys } from '../queue/queries.ts';
import type { TicketChange } from '../queue/queue-rows.ts';
import { ticketKeys } from '../ticket/queries.ts';
import { errorText, fieldText } from '../ui/error-text.ts';
import { deliver } from './deliver.ts';
import { type Draft, Drafts, type MessageKind } from './drafts.ts';
import { type ChangeEntry, isMerge, isMessage, type MergeEntry, type OutboxEntry } from './entries.ts';
import { notifyRefused, notifyRefusedFiles } from './notify-refused.ts';
import { type Delivered, Outbox, UNDO_MS } from './outbox.ts';
import { OutboxNotices } from './outbox-notices.tsx';
import { browserStore } from './storage.ts';
import { UndoNotice } from './undo-notice.tsx';

interface TicketsToChange {
  readonly ticketIds: readonly string[];
  /** Of the first ticket. */
  readonly subject: string;
  readonly change: TicketChange;
}

type TicketName = Pick<TeamTicketResponse, 'id' | 'subject'>;

export interface Sending {
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly files: ComposerFiles;
  /**
   * Changes tickets. It can be undone if the players notice it, or if there are several tickets.
   * Resolves with the tickets that did not change: undone, refused or not found.
   */
  readonly changeTickets: (tickets: TicketsToChange) => Promise<readonly string[]>;
  /** Blocks or unblocks a player. */
  readonly block: (player: PlayerResponse, blocked: boolean) => void;
  /** Merges a ticket into another one of the same player, or undoes that. */
  readonly merge: (kind: MergeEntry['kind'], ticket: TicketName, into: TicketName) => void;
  /** Undoes an entry that was not sent yet. A message is a draft again. */
  readonly undo: (entry: OutboxEntry) => void;
}

/**
 * Without Web Locks two tabs may send the same entry: the Idempotency-Key makes that harmless.
 */
async function exclusively(name: string, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await run();
  });
}

/** Why the server refused a message: what it says about the first field, if it names one. */
function refusalText(error: ApiError): string {
  const { t } = currentText();
  const [[message] = []] = error.slug === 'validation' ? Object.values(error.errors) : [];
  return message === undefined ? errorText(error, t) : fieldText(message, t);
}

function createSending(memberId: string, queryClient: QueryClient): Sending {
  const storage = browserStore();
  const drafts = new Drafts(storage, memberId);
  const files = new ComposerFiles({ memberId, upload: uploadFile });
  /** The calls of `changeTickets` that wait for their outcome, by entry. */
  const waiting = new Map<string, (unchanged: readonly string[]) => void>();

  const settle = ({ id }: OutboxEntry, unchanged: readonly string[]) => {
    waiting.get(id)?.(unchanged);
    waiting.delete(id);
  };

  async function onChanged(
    entry: ChangeEntry,
    { notFound = [], refused = [], merged = [], notSnoozed = [], error }: Delivered,
  ): Promise<void> {
    const { ticketIds, change } = entry;
    const unchanged = new Set([...notFound, ...refused, ...merged, ...notSnoozed]);
    const changed = ticketIds.filter((id) => !unchanged.has(id));
    changeCachedRows(queryClient, memberId, { changed, notFound, change });
    settle(entry, [...refused, ...merged, ...notSnoozed]);
    if (unchanged.size > 0) {
      const counts = {
        changed: changed.length,
        notFound: notFound.length,
        merged: merged.length,
        notSnoozed: notSnoozed.length,
      };
      notifyRefused(entry, { ...counts, error });
    }
    void queryClient.invalidateQueries({ queryKey: queueKeys.all });
    await Promise.all(ticketIds.map((id) => queryClient.invalidateQueries({ queryKey: ticketKeys.one(id) })));
  }

  const outbox = new Outbox({
    storage,
    memberId,
    deliver: async (entry, unloading) => {
      // The cookie is that of the other member.
      if (isReplaced(memberId)) throw new ApiError(401, { type: '/problems/unauthorized' });
      return deliver(entry, { memberId, keepalive: unloading });
    },
    exclusively,
    onSignedOut: () => queryClient.setQueryData(sessionQuery.queryKey, null),
    onSent: async (entry, result) => {
      if (entry.kind === 'change') return onChanged(entry, result);
      if (isMerge(entry)) {
        const { ticketId, into } = entry;
        void queryClient.invalidateQueries({ queryKey: queueKeys.all });
        void queryClient.invalidateQueries({ queryKey: playerKeys.all });
        await Promise.all(
          [ticketId, into.id].map((id) => queryClient.invalidateQueries({ queryKey: ticketKeys.one(id) })),
        );
        return;
      }
      if (entry.kind === 'block') {
        await queryClient.invalidateQueries({ queryKey: playerKeys.one(entry.playerId) });
        // Tickets contain their player.
        await queryClient.invalidateQueries({ queryKey: ticketKeys.all });
        return;
      }
      notifyRefusedFiles(entry, result);
      const { kind, ticketId, seen } = entry;
      if (kind === 'reply' && result.messageId !== undefined) drafts.advance(ticketId, seen, result.messageId);
      void queryClient.invalidateQueries({ queryKey: queueKeys.all, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ticketKeys.one(ticketId) });
    },
    onFailed: (entry, error) => {
      const { t } = currentText();
      if (!isMessage(entry)) {
        if (entry.kind === 'change') settle(entry, entry.ticketIds);
        notifyRefused(entry, { changed: 0, notFound: 0, error });
        void queryClient.invalidateQueries({ queryKey: entry.kind === 'block' ? playerKeys.all : queueKeys.all });
        void queryClient.invalidateQueries({ queryKey: ticketKeys.all });
        return;
      }
      const slug = error instanceof ApiError ? error.slug : 'old';
      const text = error instanceof ApiError ? refusalText(error) : t('outbox.old');
      drafts.restore({ entry, slug, text });
      files.restore(entry.ticketId, entry.kind, entry.attachments ?? []);
      // The member wanted to change the ticket after the reply, not without it.
      for (const later of outbox.entries()) {
        const isChangeOfIt =
          later.kind === 'change' && later.ticketIds.length === 1 && later.ticketIds[0] === entry.ticketId;
        if (isChangeOfIt || (isMerge(later) && later.ticketId === entry.ticketId)) undo(later);
      }
      void queryClient.invalidateQueries({ queryKey: ticketKeys.one(entry.ticketId) });
    },
  });

  const undo = (entry: OutboxEntry) => {
    if (outbox.undo(entry.id) === undefined) return;
    if (entry.kind === 'change') settle(entry, entry.ticketIds);
    if (!isMessage(entry)) return;
    const { ticketId, kind, message, seen, attachments = [] } = entry;
    files.restore(ticketId, kind, attachments);
    const newer = drafts.get(ticketId, kind).text;
    drafts.set(ticketId, kind, { text: newer.trim() === '' ? message : `${message}\n\n${newer}`, seen });
  };

  return {
    outbox,
    drafts,
    files,
    changeTickets: ({ ticketIds, subject, change }) => {
      const id = crypto.randomUUID();
      // Not what only other members see, such as the assignee of one ticket.
      const canWait = change.status !== undefined || change.snooze !== undefined || ticketIds.length > 1;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        outbox.add({ kind: 'change', id, ticketIds, subject, change }, canWait ? UNDO_MS : 0);
      });
    },
    block: (player, blocked) =>
      outbox.add({ kind: 'block', id: crypto.randomUUID(), playerId: player.id, name: playerName(player), blocked }),
    merge: (kind, { id: ticketId, subject }, into) => {
      outbox.add({ kind, id: crypto.randomUUID(), ticketId, subject, into: { id: into.id, subject: into.subject } });
    },
    undo,
  };
}

const Context = createContext<Sending | undefined>(undefined);

/** Sends what the member does on every page, including the entries of an earlier page. */
export function SendingProvider({ children }: { readonly children: ReactNode }) {
  const { id } = useMember();
  const queryClient = useQueryClient();
  const sending = useMemo(() => createSending(id, queryClient), [id, queryClient]);
  useEffect(() => {
    const { outbox } = sending;
    const flush = () => outbox.flush();
    outbox.start();
    addEventListener('pagehide', flush);
    const unwatch = watchSignIns(id, () => queryClient.setQueryData(sessionQuery.queryKey, null));
    return () => {
      unwatch();
      removeEventListener('pagehide', flush);
      outbox.stop();
    };
  }, [sending, id, queryClient]);
  return (
    <Context value={sending}>
      {children}
      <OutboxNotices />
      <UndoNotice />
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

/** The files of the message of that kind that is written for a ticket. */
export function useComposerFiles(ticketId: string, kind: MessageKind): readonly ComposerFile[] {
  const { files } = useSending();
  return useSyncExternalStore(files.subscribe, () => files.of(ticketId, kind));
}
