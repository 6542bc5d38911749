import { Group, Text, Tooltip } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useConnected } from '../live.ts';
import { useText } from '../text.ts';

/** Says, once there has been no live stream for a while, that what is shown may be half a minute old. */
export function LiveState() {
  const { t } = useText();
  const connected = useConnected();
  return (
    <div role="status">
      {!connected && (
        <Tooltip label={t('live.hint')} multiline maw={260}>
          <Group gap={6} wrap="nowrap" c="dimmed">
            <IconPlugConnectedX size={16} aria-hidden />
            <Text size="sm" className="live-state-text">
              {t('live.down')}
            </Text>
          </Group>
        </Tooltip>
      )}
    </div>
  );
}
