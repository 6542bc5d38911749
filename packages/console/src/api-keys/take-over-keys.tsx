import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ApiKeyResponse } from '@player-support/contract/team/api-keys';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api } from '../api/client.ts';
import { apiKeysQuery } from '../data/queries/api-keys.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmAction } from '../ui/confirm-dialog.tsx';

interface BannerProps {
  readonly count: number;
  readonly takeableCount: number;
  readonly onTakeOver: () => void;
}

export function SuspendedBanner({ count, takeableCount, onTakeOver }: BannerProps) {
  const { t } = useText();
  return (
    <Alert color="yellow" mb="md" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Stack gap="sm">
        <Text>{t('api-keys.suspended.text', { count })}</Text>
        {takeableCount > 0 && (
          <Group>
            <Button onClick={onTakeOver}>{t('api-keys.take-over.all', { count: takeableCount })}</Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

interface DialogProps {
  readonly apiKeys: readonly ApiKeyResponse[];
  readonly onClose: () => void;
}

export function TakeOverDialog({ apiKeys, onClose }: DialogProps) {
  const { t } = useText();
  const names = apiKeys.map(({ name }) => name).join(', ');
  return (
    <ConfirmAction
      title={t('api-keys.take-over.ask', { count: apiKeys.length })}
      text={t('api-keys.take-over.text', { count: apiKeys.length, names })}
      action={t('api-keys.take-over')}
      destructive={false}
      run={() => api.post('/api-keys/take-over', { body: { apiKeyIds: apiKeys.map(({ id }) => id) } })}
      stale={[apiKeysQuery]}
      onClose={onClose}
    />
  );
}
