import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '../data/outbox/drafts.ts';
import { isMessage, type MessageEntry, type OutboxEntry } from '../data/outbox/entries.ts';
import { useFailures, useFilesToUpload, useOutboxEntries, useSending } from '../data/outbox/sending.tsx';
import { useText } from '../i18n/text.ts';
import { isolated } from '../ui/isolated.ts';
import { showToast } from './show-toast.tsx';
import { UndoKey, UndoToast } from './undo-toast.tsx';

/** Shows what can be undone, and failed messages of other tickets. */
export function OutboxToasts() {
  const { ticketId } = useParams({ strict: false });
  const { outbox } = useSending();
  const entries = useOutboxEntries();
  const failures = useFailures();
  // What is sent at once needs no notice, unless it waits for the network.
  const isInToast = (entry: OutboxEntry) =>
    isMessage(entry) ? entry.ticketId !== ticketId : entry.sendAt > entry.createdAt || outbox.isDelayed(entry);
  return (
    <>
      {entries.filter(isMessage).map((entry) => (
        <Uploading key={entry.id} entry={entry} />
      ))}
      {failures.map(
        (failure) => failure.entry.ticketId !== ticketId && <FailureToast key={failure.entry.id} failure={failure} />,
      )}
      <UndoToast waiting={entries.filter(isInToast)} />
      <UndoKey />
    </>
  );
}

/** Continues the uploads of an earlier page. */
function Uploading({ entry }: { readonly entry: MessageEntry }) {
  useFilesToUpload(entry);
  return null;
}

function FailureToast({ failure }: { readonly failure: Failure }) {
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
    return showToast(`failed-${id}`, text, action, 'red');
  }, [id, subject, slug, t]);
  return null;
}
