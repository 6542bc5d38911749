import { Group, Text } from '@mantine/core';
import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useConnection } from '../data/live/live-updates.ts';
import { useText } from '../i18n/text.ts';
import { LazyTooltip } from '../ui/lazy-tooltip.tsx';

export function ConnectionState() {
  const { t } = useText();
  const connection = useConnection();
  const isOffline = connection === 'offline';
  const Icon = isOffline ? IconCloudOff : IconPlugConnectedX;
  return (
    <div role="status" className="connection-state">
      {connection !== 'live' && (
        <LazyTooltip label={t(isOffline ? 'live.offline.hint' : 'live.hint')}>
          <Group gap={6} wrap="nowrap" c="dimmed">
            <Icon size={16} aria-hidden />
            <Text size="sm">
              {t(isOffline ? 'live.offline' : 'live.down')}
              {isOffline && <span className="connection-hint"> {t('live.offline.hint')}</span>}
            </Text>
          </Group>
        </LazyTooltip>
      )}
    </div>
  );
}
