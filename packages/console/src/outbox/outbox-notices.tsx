import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useText } from '../i18n/text.ts';
import type { Failure } from './drafts.ts';
import type { OutboxEntry } from './outbox.ts';
import { useOutboxEntries, useSending } from './sending.tsx';

/** Tells of messages whose ticket is not on the screen: that they can be taken back, and that they failed. */
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
  const { takeBack } = useSending();
  const { id, kind, subject, ticketId } = entry;
  const undo = useEffectEvent(() => {
    takeBack(entry);
    void navigate({ to: '/tickets/$ticketId', params: { ticketId } });
  });
  useEffect(() => {
    const text = t(kind === 'note' ? 'outbox.note' : 'outbox.reply', { subject });
    const action = (
      <Button size="compact-sm" variant="light" flex="none" onClick={() => undo()}>
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
        {t('outbox.open')}
      </Button>
    );
    return show(`failed-${id}`, text, action, 'red');
  }, [id, subject, slug, t]);
  return null;
}

/** Shows a notification for as long as it is not told to hide it. */
function show(id: string, text: string, action: React.ReactNode, color = 'indigo'): () => void {
  notifications.show({
    id,
    color,
    // Not over the buttons that send the next one.
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
