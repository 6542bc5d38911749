import { Badge, Button, Code, Group, Text } from '@mantine/core';
import type { ApiKeyResponse } from '@player-support/contract/accounts';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { Page } from '../layout/page.tsx';
import { apiKeysQuery, keys } from '../queries.ts';
import { useText } from '../text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Row, Rows, RowsSkeleton } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';
import { AccessSummary } from './access-summary.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { NeedsRole } from './needs-role.tsx';

export function ApiKeysPage() {
  const { t } = useText();
  return (
    <NeedsRole least="admin" title={t('settings.api-keys')}>
      <ApiKeys />
    </NeedsRole>
  );
}

/** The keys with which programs use the team API. */
function ApiKeys() {
  const { t } = useText();
  const queryClient = useQueryClient();
  const apiKeys = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKeyResponse>();
  const revoke = useMutation({
    mutationFn: (id: string) => api.delete(`/api-keys/${encodeURIComponent(id)}`),
    meta: { quiet: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.apiKeys });
      setRevoked(undefined);
    },
  });
  const create = (
    <Button onClick={() => setCreating(true)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('api-keys.create')}
    </Button>
  );
  const list = apiKeys.data?.apiKeys;
  return (
    <Page title={t('settings.api-keys')} actions={list !== undefined && list.length > 0 && create}>
      {apiKeys.isPending && <RowsSkeleton />}
      {apiKeys.isError && list === undefined && (
        <LoadError error={apiKeys.error} onRetry={() => void apiKeys.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState
          icon={<IconKey size={20} />}
          title={t('api-keys.empty.title')}
          text={t('api-keys.empty.text')}
          action={create}
        />
      )}
      {list !== undefined && list.length > 0 && (
        <Rows label={t('settings.api-keys')}>
          {list.map((apiKey) => (
            <Row
              key={apiKey.id}
              actions={
                apiKey.revokedAt === null && (
                  <Button
                    variant="subtle"
                    color="red"
                    c="var(--mantine-color-error)"
                    onClick={() => {
                      revoke.reset();
                      setRevoked(apiKey);
                    }}
                    aria-label={t('api-keys.revoke.one', { name: apiKey.name })}
                  >
                    {t('api-keys.revoke')}
                  </Button>
                )
              }
            >
              <Group gap="xs">
                <Text fw={600} c={apiKey.revokedAt === null ? 'inherit' : 'dimmed'}>
                  {apiKey.name}
                </Text>
                {apiKey.revokedAt !== null && (
                  <Badge variant="default" c="dimmed">
                    {t('api-keys.revoked')}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed" mb={4}>
                <Code>{apiKey.id}</Code> · {t('created')} <Time at={apiKey.createdAt} />
                {apiKey.revokedAt !== null && (
                  <>
                    {' '}
                    · {t('api-keys.revoked')} <Time at={apiKey.revokedAt} />
                  </>
                )}
              </Text>
              <AccessSummary role={apiKey.role} projectIds={apiKey.projectIds} />
            </Row>
          ))}
        </Rows>
      )}
      {creating && <ApiKeyDialog onClose={() => setCreating(false)} />}
      {revoked !== undefined && (
        <ConfirmDialog
          title={t('api-keys.revoke.ask')}
          text={t('api-keys.revoke.text', { name: revoked.name })}
          action={t('api-keys.revoke')}
          pending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(revoked.id)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Page>
  );
}
