import { Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { useConnected } from '../live/live-updates.ts';
import { LazyTooltip } from '../ui/lazy-tooltip.tsx';

/** Says that there is no live connection, and that the page may be 30 seconds old. */
export function ConnectionState() {
  const { t } = useText();
  const connected = useConnected();
  return (
    <div role="status">
      {!connected && (
        <LazyTooltip label={t('live.hint')}>
          <Group gap={6} wrap="nowrap" c="dimmed">
            <IconPlugConnectedX size={16} aria-hidden />
            <Text size="sm" visibleFrom="sm">
              {t('live.down')}
            </Text>
          </Group>
        </LazyTooltip>
      )}
    </div>
  );
}
