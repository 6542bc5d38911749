import { MAX_ATTACHMENTS } from '@player-support/contract/limits';
import type { PlayerResponse } from '@player-support/contract/team/players';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { currentText } from '../../i18n/text.ts';
import { loadCode } from '../../lib/load-code.ts';
import { browserStore } from '../../lib/storage.ts';
import { notifyError } from '../../ui/notify.ts';
import type { uploadFile } from '../files/upload-file.ts';
import { LostFile, Uploads } from '../files/uploads.ts';
import { playerName } from '../player-name.ts';
import { playerKeys } from '../queries/player.ts';
import { queueKeys } from '../queries/queue.ts';
import { ticketKeys, ticketQuery } from '../queries/ticket.ts';
import { changeCachedRows } from '../queue/change-cached-rows.ts';
import { type TicketChange, withChange } from '../queue/queue-rows.ts';
import { sessionQuery } from '../session/session.ts';
import { isReplaced } from '../session/signed-in-member.ts';
import { deliver, outcome } from './deliver.ts';
import { Drafts, type MessageKind } from './drafts.ts';
import {
  type ChangeEntry,
  hasFilesToUpload,
  isMerge,
  isMessage,
  type MergeEntry,
  type MessageEntry,
  type OutboxEntry,
} from './entries.ts';
import { draftOf } from './join-drafts.ts';
import { fileStore } from './member-storage.ts';
import { type Delivered, Outbox, UNDO_MS } from './outbox.ts';
import { refusalOf } from './refusal.ts';

interface TicketsToChange {
  readonly ticketIds: readonly string[];
  readonly subject: string;
  readonly change: TicketChange;
}

type TicketName = Pick<TeamTicketResponse, 'id' | 'subject'>;

export interface Sending {
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly uploads: Uploads;
  /** Returns how many files were left out: a message has at most 5. */
  readonly attach: (ticketId: string, kind: MessageKind, files: readonly File[]) => number;
  /**
   * Resolves with the tickets that did not change: undone, refused or not found. Has an undo if
   * players notice it, or for several tickets.
   */
  readonly changeTickets: (tickets: TicketsToChange) => Promise<readonly string[]>;
  readonly block: (player: PlayerResponse, blocked: boolean) => void;
  readonly merge: (kind: MergeEntry['kind'], ticket: TicketName, into: TicketName) => void;
  /** Undoes an entry that was not sent yet. A message becomes a draft again. */
  readonly undo: (entry: OutboxEntry) => void;
}

/**
 * Runs in one tab at a time. Without Web Locks two may send an entry: its Idempotency-Key makes
 * that harmless.
 */
async function exclusively(name: string, run: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return run();
  try {
    await navigator.locks.request(name, signal === undefined ? {} : { signal }, run);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

function tell(say: (code: typeof import('./notify-refused.ts')) => void): void {
  loadCode(() => import('./notify-refused.ts')).then(say, notifyError);
}

/** If the code cannot load, the file waits as without a response. */
const upload: typeof uploadFile = async (file, options) => {
  const code = await loadCode(() => import('../files/upload-file.ts')).catch(() => {
    throw new ApiError(0, { type: 'offline' });
  });
  return code.uploadFile(file, options);
};

export function createSending(memberId: string, queryClient: QueryClient): Sending {
  const storage = browserStore();
  const drafts = new Drafts(storage, memberId);
  const uploads = new Uploads({ memberId, upload, store: () => fileStore(memberId), exclusively });
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
    for (const id of changed) {
      queryClient.setQueryData(ticketQuery(id).queryKey, (ticket) => ticket && withChange(ticket, change));
    }
    settle(entry, [...refused, ...merged, ...notSnoozed]);
    if (unchanged.size > 0) {
      const counts = {
        changed: changed.length,
        notFound: notFound.length,
        merged: merged.length,
        notSnoozed: notSnoozed.length,
      };
      tell((code) => code.notifyRefused(entry, { ...counts, error }));
    }
    void queryClient.invalidateQueries({ queryKey: queueKeys.all });
    await Promise.all(ticketIds.map((id) => queryClient.invalidateQueries({ queryKey: ticketKeys.one(id) })));
  }

  const outbox = new Outbox({
    storage,
    memberId,
    deliver: async (entry, unloading) => {
      // The cookie belongs to the other member.
      if (isReplaced(memberId)) throw new ApiError(401, { type: '/problems/unauthorized' });
      return deliver(entry, { memberId, keepalive: unloading });
    },
    prepare: async (entry) => (isMessage(entry) ? withUploads(entry, uploads) : entry),
    exclusively,
    isOffline: () => !navigator.onLine,
    onGone: (entry) => {
      if (entry.kind === 'change') settle(entry, []);
      void queryClient.invalidateQueries({ queryKey: queueKeys.all });
      void queryClient.invalidateQueries({ queryKey: ticketKeys.all });
      void queryClient.invalidateQueries({ queryKey: playerKeys.all });
    },
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
      if (result.refusedAttachments !== undefined) tell((code) => code.notifyRefusedFiles(entry, result));
      const { kind, ticketId, seen, attachments = [] } = entry;
      if (attachments.length > 0) uploads.remove(...attachments.map(({ key }) => key));
      if (kind === 'reply' && result.messageId !== undefined) drafts.advance(ticketId, seen, result.messageId);
      void queryClient.invalidateQueries({ queryKey: queueKeys.all, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ticketKeys.one(ticketId) });
    },
    onFailed: (entry, error) => {
      if (entry.kind === 'change') return void onChanged(entry, outcome(entry, error));
      if (!isMessage(entry)) {
        tell((code) => code.notifyRefused(entry, { changed: 0, notFound: 0, error }));
        void queryClient.invalidateQueries({ queryKey: entry.kind === 'block' ? playerKeys.all : queueKeys.all });
        void queryClient.invalidateQueries({ queryKey: ticketKeys.all });
        return;
      }
      const isFile = error instanceof LostFile || (error instanceof ApiError && hasFilesToUpload(entry));
      const slug = isFile ? 'file-failed' : error instanceof ApiError ? error.slug : 'old';
      drafts.restore({ entry, slug, ...(isFile ? { text: currentText().t('outbox.file-failed') } : refusalOf(error)) });
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
    const { ticketId, kind } = entry;
    drafts.set(ticketId, kind, draftOf(entry, drafts.get(ticketId, kind)));
  };

  return {
    outbox,
    drafts,
    uploads,
    attach: (ticketId, kind, added) => {
      const draft = drafts.get(ticketId, kind);
      const { files = [] } = draft;
      const room = Math.max(0, MAX_ATTACHMENTS - files.length);
      const taken = added.slice(0, room).map((file) => uploads.add(ticketId, file));
      drafts.set(ticketId, kind, { ...draft, files: [...files, ...taken] });
      return added.length - taken.length;
    },
    changeTickets: ({ ticketIds, subject, change }) => {
      const id = crypto.randomUUID();
      // One ticket's assignee, priority and tags change at once, for others to see.
      const waits = [change.status, change.snooze, change.knownIssueId].some((value) => value !== undefined);
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        outbox.add({ kind: 'change', id, ticketIds, subject, change }, waits || ticketIds.length > 1 ? UNDO_MS : 0);
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

async function withUploads(entry: MessageEntry, uploads: Uploads): Promise<MessageEntry> {
  const { ticketId, attachments = [] } = entry;
  const ids = await Promise.all(attachments.map((file) => uploads.id(ticketId, file)));
  return { ...entry, attachments: attachments.map((file, index) => ({ ...file, id: ids[index] })) };
}
