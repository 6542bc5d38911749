import { Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { useConnected } from '../live/live-updates.ts';
import { Hint } from '../ui/hint.tsx';

/** Says, once there has been no live stream for a while, that what is shown may be half a minute old. */
export function ConnectionState() {
  const { t } = useText();
  const connected = useConnected();
  return (
    <div role="status">
      {!connected && (
        <Hint label={t('live.hint')}>
          <Group gap={6} wrap="nowrap" c="dimmed">
            <IconPlugConnectedX size={16} aria-hidden />
            <Text size="sm" visibleFrom="sm">
              {t('live.down')}
            </Text>
          </Group>
        </Hint>
      )}
    </div>
  );
}
