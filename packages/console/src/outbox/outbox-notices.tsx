import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useText } from '../i18n/text.ts';
import { isolated } from '../ui/isolated.ts';
import type { Failure } from './drafts.ts';
import { isMessage, type MessageEntry } from './entries.ts';
import { useFailures, useFilesToUpload, useOutboxEntries, useSending } from './sending.tsx';
import { showNotice } from './show-notice.tsx';
import { UndoNotice } from './undo-notice.tsx';

/** Notifications about what can be undone, and about messages of other tickets that failed. */
export function OutboxNotices() {
  const { ticketId } = useParams({ strict: false });
  const entries = useOutboxEntries();
  const failures = useFailures();
  return (
    <>
      {entries.map(
        (entry) => isMessage(entry) && entry.ticketId !== ticketId && <SendingNotice key={entry.id} entry={entry} />,
      )}
      {failures.map(
        (failure) => failure.entry.ticketId !== ticketId && <FailureNotice key={failure.entry.id} failure={failure} />,
      )}
      <UndoNotice />
    </>
  );
}

function SendingNotice({ entry }: { readonly entry: MessageEntry }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { outbox, undo } = useSending();
  const { id, kind, subject, ticketId } = entry;
  const canUndo = outbox.canUndo(entry);
  const isDelayed = outbox.isDelayed(entry);
  const filesToUpload = useFilesToUpload(entry);
  const undoAndOpen = useEffectEvent(() => {
    undo(entry);
    void navigate({ to: '/tickets/$ticketId', params: { ticketId } });
  });
  useEffect(() => {
    const text = t(kind === 'note' ? 'outbox.note' : 'outbox.reply', { subject: isolated(subject) });
    const state = isDelayed
      ? t('outbox.delayed')
      : filesToUpload > 0
        ? t('outbox.files', { count: filesToUpload })
        : '';
    const action = canUndo && (
      <Button size="compact-sm" variant="light" flex="none" onClick={() => undoAndOpen()}>
        {t('outbox.undo')}
      </Button>
    );
    return showNotice(`sending-${id}`, `${text} ${state}`.trim(), action);
  }, [id, kind, subject, canUndo, isDelayed, filesToUpload, t]);
  return null;
}

function FailureNotice({ failure }: { readonly failure: Failure }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { slug } = failure;
  const { id, subject, ticketId } = failure.entry;
  const open = useEffectEvent(() => void navigate({ to: '/tickets/$ticketId', params: { ticketId } }));
  useEffect(() => {
    const text = t(slug === 'ticket-changed' ? 'outbox.changed' : 'outbox.failed', { subject: isolated(subject) });
    const action = (
      <Button size="compact-sm" variant="light" flex="none" onClick={() => open()}>
        {t('action.open-ticket')}
      </Button>
    );
    return showNotice(`failed-${id}`, text, action, 'red');
  }, [id, subject, slug, t]);
  return null;
}
