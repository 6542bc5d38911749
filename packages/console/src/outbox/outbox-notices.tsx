import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useText } from '../i18n/text.ts';
import type { Failure } from './drafts.ts';
import type { OutboxEntry } from './outbox.ts';
import { useOutboxEntries, useSending } from './sending.tsx';

/** Notifications about messages of other tickets: that they can be undone, or that they failed. */
export function OutboxNotices() {
  const { ticketId } = useParams({ strict: false });
  const { drafts } = useSending();
  const entries = useOutboxEntries();
  const failures = useSyncExternalStore(drafts.subscribe, drafts.failures);
  return (
    <>
      {entries.map((entry) => entry.ticketId !== ticketId && <SendingNotice key={entry.id} entry={entry} />)}
      {failures.map(
        (failure) => failure.entry.ticketId !== ticketId && <FailureNotice key={failure.entry.id} failure={failure} />,
      )}
    </>
  );
}

function SendingNotice({ entry }: { readonly entry: OutboxEntry }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { undo } = useSending();
  const { id, kind, subject, ticketId } = entry;
  const undoAndOpen = useEffectEvent(() => {
    undo(entry);
    void navigate({ to: '/tickets/$ticketId', params: { ticketId } });
  });
  useEffect(() => {
    const text = t(kind === 'note' ? 'outbox.note' : 'outbox.reply', { subject });
    const action = (
      <Button size="compact-sm" variant="light" flex="none" onClick={() => undoAndOpen()}>
        {t('outbox.undo')}
      </Button>
    );
    return show(`sending-${id}`, text, action);
  }, [id, kind, subject, t]);
  return null;
}

function FailureNotice({ failure }: { readonly failure: Failure }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { slug } = failure;
  const { id, subject, ticketId } = failure.entry;
  const open = useEffectEvent(() => void navigate({ to: '/tickets/$ticketId', params: { ticketId } }));
  useEffect(() => {
    const text = t(slug === 'ticket-changed' ? 'outbox.changed' : 'outbox.failed', { subject });
    const action = (
      <Button size="compact-sm" variant="light" flex="none" onClick={() => open()}>
        {t('action.open-ticket')}
      </Button>
    );
    return show(`failed-${id}`, text, action, 'red');
  }, [id, subject, slug, t]);
  return null;
}

/** Shows a notification until the returned function is called. */
function show(id: string, text: string, action: React.ReactNode, color = 'indigo'): () => void {
  notifications.show({
    id,
    color,
    // At the bottom it would cover the send buttons.
    position: 'top-center',
    autoClose: false,
    withCloseButton: false,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" lineClamp={3}>
          {text}
        </Text>
        {action}
      </Group>
    ),
  });
  return () => notifications.hide(id);
}
