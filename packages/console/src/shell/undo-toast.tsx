import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { MAX_TICKETS_PER_UPDATE } from '@player-support/contract/limits';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { changeProgress } from '../data/outbox/change-progress.ts';
import { isChange, isMerge, isMessage, type OutboxEntry } from '../data/outbox/entries.ts';
import { useFilesToUpload, useOutboxEntries, useSending } from '../data/outbox/sending.tsx';
import type { TicketChange } from '../data/queue/queue-rows.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { useCommands } from '../ui/commands.ts';
import { isTextField } from '../ui/held-keys.ts';
import { isolated } from '../ui/isolated.ts';
import { showToast } from './show-toast.tsx';

function textOf(entry: OutboxEntry, t: Translate): string {
  if (entry.kind === 'block') {
    return t(entry.blocked ? 'outbox.block' : 'outbox.unblock', { name: isolated(entry.name) });
  }
  if (isMerge(entry)) return t(`outbox.${entry.kind}`, { subject: isolated(entry.subject) });
  if (isMessage(entry)) {
    return t(entry.kind === 'note' ? 'outbox.note' : 'outbox.reply', { subject: isolated(entry.subject) });
  }
  const { ticketIds, change } = entry;
  const count = ticketIds.length;
  // Several subjects are already isolated.
  const subject = count === 1 ? isolated(entry.subject) : entry.subject;
  if (change.snooze && count === 1) return t('outbox.snooze', { subject });
  if (change.snooze === null && count === 1) return t('outbox.wake', { subject });
  if (change.status !== undefined && count === 1) return t(`outbox.one.${change.status}`, { subject });
  const title = change.issueTitle && isolated(change.issueTitle);
  if (change.knownIssueId === null && count === 1) return t('outbox.unlink', { subject });
  if (title !== undefined && count === 1) return t('outbox.link', { subject, title });
  return t('outbox.which', { what: whatOf(change, count, t), subjects: subject });
}

function whatOf({ snooze, status, knownIssueId, issueTitle }: TicketChange, count: number, t: Translate): string {
  if (snooze) return t('outbox.snooze.many', { count });
  if (status !== undefined) return t(`outbox.many.${status}`, { count });
  if (knownIssueId === null) return t('outbox.unlink.many', { count });
  if (issueTitle !== undefined) return t('outbox.link.many', { count, title: isolated(issueTitle) });
  return t('outbox.change', { count });
}

/** Ctrl+Z undoes typing there. */
function isWriting(): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  return isField && isTextField(field) && field.value !== '';
}

interface Props {
  /** Without entries that the ticket's page shows itself. */
  readonly waiting: readonly OutboxEntry[];
}

export function UndoToast({ waiting }: Props) {
  const newest = waiting.at(-1);
  return newest === undefined ? null : <NewestToast entry={newest} others={waiting.length - 1} />;
}

function NewestToast({ entry, others }: { readonly entry: OutboxEntry; readonly others: number }) {
  const { t } = useText();
  const { outbox } = useSending();
  const undoAndOpen = useUndo();
  const filesToUpload = useFilesToUpload(entry);
  const what = textOf(entry, t);
  const canUndo = outbox.canUndo(entry);
  const isDelayed = outbox.isDelayed(entry);
  const undo = useEffectEvent(() => undoAndOpen(entry));
  const { done, total, isLong, stop } = useProgress(entry);
  const stopSending = useEffectEvent(stop);
  useEffect(() => {
    const state = isDelayed
      ? t('outbox.delayed')
      : filesToUpload > 0
        ? t('outbox.files', { count: filesToUpload })
        : '';
    const text = others > 0 ? t('outbox.others', { what, count: others }) : what;
    const button = { size: 'compact-sm', variant: 'light', flex: 'none' } as const;
    const action = canUndo ? (
      <Button {...button} title="Ctrl+Z" onClick={() => undo()}>
        {t(others > 0 ? 'outbox.undo.last' : 'outbox.undo')}
      </Button>
    ) : (
      isLong && (
        <Button {...button} onClick={() => stopSending()}>
          {t('outbox.stop')}
        </Button>
      )
    );
    const parts = [isLong ? t('outbox.progress', { done, total }) : '', text, state];
    return showToast('undo', parts.filter((part) => part !== '').join(' '), action);
  }, [what, others, canUndo, isDelayed, filesToUpload, isLong, done, total, t]);
  return null;
}

/** Returns the progress of a change of many tickets, and how to stop it. */
function useProgress(entry: OutboxEntry) {
  const { outbox } = useSending();
  const { answers, stopsAfter } = useSyncExternalStore(changeProgress.subscribe, () => changeProgress.of(entry.id));
  const total = isChange(entry) ? entry.ticketIds.length : 0;
  const done = Math.min(total, answers.length * MAX_TICKETS_PER_UPDATE);
  return {
    done,
    total,
    isLong: total > MAX_TICKETS_PER_UPDATE && outbox.isSending(entry) && stopsAfter === undefined,
    stop: () => {
      if (isChange(entry)) outbox.shorten(entry, changeProgress.stop(entry.id) * MAX_TICKETS_PER_UPDATE);
    },
  };
}

/** Opens the ticket where the member goes on. */
function useUndo(): (entry: OutboxEntry) => void {
  const navigate = useNavigate();
  const { undo } = useSending();
  const { ticketId } = useParams({ strict: false });
  return (entry) => {
    undo(entry);
    const opens = isMessage(entry) || (entry.kind === 'merge' && ticketId === entry.into.id);
    if (opens && entry.ticketId !== ticketId) {
      void navigate({ to: '/tickets/$ticketId', params: { ticketId: entry.ticketId } });
    }
  };
}

/** Ctrl+Z undoes the newest entry, also a message on the ticket's page. */
export function UndoKey() {
  const { t } = useText();
  const { outbox } = useSending();
  const undo = useUndo();
  const undoable = useOutboxEntries().filter((entry) => outbox.canUndo(entry));
  const undoLast = () => {
    // Its time can have ended since the last render.
    const last = undoable.findLast((entry) => outbox.canUndo(entry));
    if (last !== undefined) undo(last);
  };
  useCommands(undoable.length > 0 ? [{ id: 'undo', label: t('outbox.undo.key'), keys: 'mod+Z', run: undoLast }] : []);
  const onKey = (event: KeyboardEvent) => {
    if (isWriting() || !undoable.some((entry) => outbox.canUndo(entry))) return;
    event.preventDefault();
    undoLast();
  };
  useHotkeys([['mod+Z', onKey, { preventDefault: false }]], [], true);
  return null;
}
