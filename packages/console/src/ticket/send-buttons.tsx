import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type Translate, useText } from '../i18n/text.ts';
import type { MessageKind } from '../outbox/drafts.ts';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import type { ReplyStatus } from './use-send.ts';
import { useOpenNextAfterSending } from './use-ticket-navigation.ts';

interface Props {
  readonly kind: MessageKind;
  /** The status that the macros of the reply set. */
  readonly status: ReplyStatus | undefined;
  readonly disabled: boolean;
  readonly onSend: (status?: ReplyStatus) => void;
}

/** What sending does. @param status of the macros in the reply */
export function sendLabel(kind: MessageKind, status: ReplyStatus | undefined, t: Translate): string {
  if (kind === 'note') return t('composer.send-note');
  if (status === undefined) return t('composer.send');
  return t(status === 'resolved' ? 'composer.send-resolve' : 'composer.send-close');
}

export function SendButtons({ kind, status, disabled, onSend }: Props) {
  const { t } = useText();
  const [opensNext, setOpensNext] = useOpenNextAfterSending();
  if (kind === 'note') {
    return (
      <Button size="xs" color="yellow" disabled={disabled} onClick={() => onSend()}>
        {sendLabel(kind, status, t)}
      </Button>
    );
  }
  return (
    <Group gap={6} ml="auto">
      {status !== 'resolved' && (
        <Button size="xs" variant="default" disabled={disabled} onClick={() => onSend('resolved')}>
          {t('composer.send-resolve')}
        </Button>
      )}
      <Button size="xs" disabled={disabled} onClick={() => onSend()}>
        {sendLabel(kind, status, t)}
      </Button>
      <LazyMenu
        position="top-end"
        entries={[
          ...(status === 'closed'
            ? []
            : [{ label: t('composer.send-close'), run: () => onSend('closed'), disabled }, 'divider' as const]),
          { heading: t('composer.after') },
          {
            options: [
              { value: 'next', label: t('action.next-ticket') },
              { value: 'stay', label: t('composer.after.stay') },
            ],
            value: opensNext ? 'next' : 'stay',
            onChange: (value) => setOpensNext(value === 'next'),
          },
        ]}
        button={(trigger) => (
          <ActionIcon {...trigger} size={30} variant="default" aria-label={t('composer.more')}>
            <IconChevronDown size={16} />
          </ActionIcon>
        )}
      />
    </Group>
  );
}
