import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { MessageKind } from '../outbox/drafts.ts';
import { useText } from '../text.ts';
import type { ReplyStatus } from './use-send.ts';
import { useGoesOn } from './use-ways.ts';

interface Props {
  readonly kind: MessageKind;
  readonly disabled: boolean;
  readonly onSend: (status?: ReplyStatus) => void;
}

export function SendButtons({ kind, disabled, onSend }: Props) {
  const { t } = useText();
  const [goesOn, setGoesOn] = useGoesOn();
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
      <Menu position="top-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon size={30} variant="default" aria-label={t('composer.more')}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={disabled} onClick={() => onSend('closed')}>
            {t('composer.send-close')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('composer.after')}</Menu.Label>
          <Menu.RadioGroup value={goesOn ? 'next' : 'stay'} onChange={(value) => setGoesOn(value === 'next')}>
            <Menu.RadioItem value="next">{t('composer.after.next')}</Menu.RadioItem>
            <Menu.RadioItem value="stay">{t('composer.after.stay')}</Menu.RadioItem>
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
