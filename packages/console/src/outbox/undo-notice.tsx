import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { MAX_TICKETS_PER_UPDATE } from '@player-support/contract/limits';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useCommands } from '../app/commands.ts';
import { type Translate, useText } from '../i18n/text.ts';
import type { TicketChange } from '../queue/queue-rows.ts';
import { isTextField } from '../ui/held-keys.ts';
import { isolated } from '../ui/isolated.ts';
import { changeProgress } from './change-progress.ts';
import { isChange, isMerge, isMessage, type OutboxEntry } from './entries.ts';
import { useOutboxEntries, useSending } from './sending.tsx';
import { showNotice } from './show-notice.tsx';

/** What an entry does, for everything except messages. */
function textOf(entry: OutboxEntry, t: Translate): string {
  if (entry.kind === 'block') {
    return t(entry.blocked ? 'outbox.block' : 'outbox.unblock', { name: isolated(entry.name) });
  }
  if (isMerge(entry)) return t(`outbox.${entry.kind}`, { subject: isolated(entry.subject) });
  if (entry.kind !== 'change') return '';
  const { ticketIds, change } = entry;
  const count = ticketIds.length;
  // Several subjects are isolated already, each one.
  const subject = count === 1 ? isolated(entry.subject) : entry.subject;
  if (change.snooze && count === 1) return t('outbox.snooze', { subject });
  if (change.snooze === null && count === 1) return t('outbox.wake', { subject });
  if (change.status !== undefined && count === 1) return t(`outbox.one.${change.status}`, { subject });
  const title = change.issueTitle && isolated(change.issueTitle);
  if (change.knownIssueId === null && count === 1) return t('outbox.unlink', { subject });
  if (title !== undefined && count === 1) return t('outbox.link', { subject, title });
  return t('outbox.which', { what: whatOf(change, count, t), subjects: subject });
}

/** What happens to several tickets. */
function whatOf({ snooze, status, knownIssueId, issueTitle }: TicketChange, count: number, t: Translate): string {
  if (snooze) return t('outbox.snooze.many', { count });
  if (status !== undefined) return t(`outbox.many.${status}`, { count });
  if (knownIssueId === null) return t('outbox.unlink.many', { count });
  if (issueTitle !== undefined) return t('outbox.link.many', { count, title: isolated(issueTitle) });
  return t('outbox.change', { count });
}

/** Whether the member is writing a text, where Ctrl+Z undoes typing. */
function isWriting(): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  return isField && isTextField(field) && field.value !== '';
}

/** Shows the newest change that can be undone. Ctrl+Z undoes the newest entry, also a message. */
export function UndoNotice() {
  const { t } = useText();
  const { ticketId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { outbox, undo } = useSending();
  const entries = useOutboxEntries();
  // What is sent at once needs no notice, unless it waits for the network.
  const undoable = entries.filter((entry) => entry.sendAt > entry.createdAt || outbox.isDelayed(entry));
  const newest = undoable.findLast((entry) => !isMessage(entry));
  const text = newest === undefined ? '' : textOf(newest, t);
  const canUndo = newest !== undefined && outbox.canUndo(newest);
  const isDelayed = newest !== undefined && outbox.isDelayed(newest);

  const { answers, isStopped } = useSyncExternalStore(changeProgress.subscribe, () =>
    changeProgress.of(newest?.id ?? ''),
  );
  const total = newest !== undefined && isChange(newest) ? newest.ticketIds.length : 0;
  // The batch that is being sent now is sent to its end.
  const done = Math.min(total, answers.length * MAX_TICKETS_PER_UPDATE);
  const isLong = newest !== undefined && outbox.isSending(newest) && total > MAX_TICKETS_PER_UPDATE;
  const progress = isLong && !isStopped ? t('outbox.progress', { done, total }) : '';
  const stopNewest = useEffectEvent(() => {
    if (newest === undefined) return;
    changeProgress.set(newest.id, { isStopped: true });
    outbox.shorten(newest, done + MAX_TICKETS_PER_UPDATE);
  });
  const undoNewest = useEffectEvent(() => newest && undo(newest));
  useEffect(() => {
    if (text === '') return;
    const button = { size: 'compact-sm', variant: 'light', flex: 'none' } as const;
    const action = canUndo ? (
      <Button {...button} title="Ctrl+Z" onClick={() => undoNewest()}>
        {t('outbox.undo')}
      </Button>
    ) : (
      progress !== '' && (
        <Button {...button} onClick={() => stopNewest()}>
          {t('outbox.stop')}
        </Button>
      )
    );
    const parts = [progress, text, isDelayed ? t('outbox.delayed') : ''];
    return showNotice('undo', parts.filter((part) => part !== '').join(' '), action);
  }, [text, progress, canUndo, isDelayed, t]);

  const undoLast = () => {
    const last = undoable.findLast((entry) => outbox.canUndo(entry));
    if (last === undefined) return;
    undo(last);
    if (isMessage(last) && last.ticketId !== ticketId) {
      void navigate({ to: '/tickets/$ticketId', params: { ticketId: last.ticketId } });
    }
  };
  const isUndoable = undoable.some((entry) => outbox.canUndo(entry));
  useCommands(isUndoable ? [{ id: 'undo', label: t('outbox.undo.key'), keys: 'mod+Z', run: undoLast }] : []);
  const onKey = (event: KeyboardEvent) => {
    if (isWriting() || !undoable.some((entry) => outbox.canUndo(entry))) return;
    event.preventDefault();
    undoLast();
  };
  useHotkeys([['mod+Z', onKey, { preventDefault: false }]], [], true);
  return null;
}
