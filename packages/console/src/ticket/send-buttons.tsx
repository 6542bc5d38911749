import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import type { MessageKind } from '../outbox/drafts.ts';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import type { ReplyStatus } from './use-send.ts';
import { useOpenNextAfterSending } from './use-ticket-navigation.ts';

interface Props {
  readonly kind: MessageKind;
  readonly disabled: boolean;
  readonly onSend: (status?: ReplyStatus) => void;
}

export function SendButtons({ kind, disabled, onSend }: Props) {
  const { t } = useText();
  const [opensNext, setOpensNext] = useOpenNextAfterSending();
  if (kind === 'note') {
    return (
      <Button size="xs" color="yellow" disabled={disabled} onClick={() => onSend()}>
        {t('composer.send-note')}
      </Button>
    );
  }
  return (
    <Group gap={6} ml="auto">
      <Button size="xs" variant="default" disabled={disabled} onClick={() => onSend('resolved')}>
        {t('composer.send-resolve')}
      </Button>
      <Button size="xs" disabled={disabled} onClick={() => onSend()}>
        {t('composer.send')}
      </Button>
      <LazyMenu
        position="top-end"
        entries={[
          { label: t('composer.send-close'), run: () => onSend('closed'), disabled },
          'divider',
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
