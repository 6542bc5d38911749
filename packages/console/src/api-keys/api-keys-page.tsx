import { Button, EmptyState } from '@mantine/core';
import { MAX_KEYS_PER_TAKE_OVER } from '@player-support/contract/limits';
import type { ApiKeyResponse } from '@player-support/contract/team/api-keys';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { Page } from '../app/page.tsx';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { invitationsQuery } from '../members/queries.ts';
import { NeedsRole } from '../settings/needs-role.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Rows, RowsSkeleton } from '../ui/rows.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { ApiKeyRow } from './api-key-row.tsx';
import { apiKeysQuery } from './queries.ts';
import { isSuspended, keysToTakeOver } from './suspended-keys.ts';
import { SuspendedNotice, TakeOverDialog } from './take-over-keys.tsx';

export function ApiKeysPage() {
  const { t } = useText();
  return (
    <NeedsRole minimumRole="admin" title={t('settings.api-keys')}>
      <ApiKeys />
    </NeedsRole>
  );
}

function ApiKeys() {
  const { t } = useText();
  const queryClient = useQueryClient();
  const apiKeys = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKeyResponse>();
  const [toTakeOver, setToTakeOver] = useState<readonly ApiKeyResponse[]>();
  const me = useMember();
  const revoke = useMutation({
    mutationFn: (id: string) => api.delete('/api-keys/{apiKeyId}', { path: { apiKeyId: id } }),
    meta: { quiet: true },
    onSuccess: async () => {
      // Links that were created with the key stop working.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
      ]);
      setRevoked(undefined);
    },
  });
  const create = (
    <Button onClick={() => setCreating(true)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('api-keys.create')}
    </Button>
  );
  const list = apiKeys.data?.apiKeys;
  const suspended = list?.filter(isSuspended) ?? [];
  const takeable = keysToTakeOver(list ?? [], me.id);
  const batch = takeable.slice(0, MAX_KEYS_PER_TAKE_OVER);
  return (
    <Page title={t('settings.api-keys')} actions={list !== undefined && list.length > 0 && create}>
      {apiKeys.isPending && <RowsSkeleton />}
      {apiKeys.isError && list === undefined && (
        <LoadError error={apiKeys.error} onRetry={() => void apiKeys.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState
          icon={<IconKey aria-hidden />}
          title={t('api-keys.empty.title')}
          description={t('api-keys.empty.text')}
        >
          {create}
        </EmptyState>
      )}
      {suspended.length > 0 && (
        <SuspendedNotice
          count={suspended.length}
          takeableCount={batch.length}
          onTakeOver={() => setToTakeOver(batch)}
        />
      )}
      {list !== undefined && list.length > 0 && (
        <Rows label={t('settings.api-keys')}>
          {list.map((apiKey) => (
            <ApiKeyRow
              key={apiKey.id}
              apiKey={apiKey}
              onTakeOver={takeable.includes(apiKey) ? () => setToTakeOver([apiKey]) : undefined}
              onRevoke={() => {
                revoke.reset();
                setRevoked(apiKey);
              }}
            />
          ))}
        </Rows>
      )}
      {creating && <ApiKeyDialog onClose={() => setCreating(false)} />}
      {toTakeOver !== undefined && <TakeOverDialog apiKeys={toTakeOver} onClose={() => setToTakeOver(undefined)} />}
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
