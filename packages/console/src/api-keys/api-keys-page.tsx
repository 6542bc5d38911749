import { Button, EmptyState } from '@mantine/core';
import { MAX_KEYS_PER_TAKE_OVER } from '@player-support/contract/limits';
import type { ApiKeyResponse } from '@player-support/contract/team/api-keys';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { apiKeysQuery } from '../data/queries/api-keys.ts';
import { invitationsQuery } from '../data/queries/members.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmAction } from '../ui/confirm-dialog.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { ApiKeyRow } from './api-key-row.tsx';
import { isSuspended, keysToTakeOver } from './suspended-keys.ts';
import { SuspendedBanner, TakeOverDialog } from './take-over-keys.tsx';

export function ApiKeysPage() {
  const { t } = useText();
  const apiKeys = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKeyResponse>();
  const [toTakeOver, setToTakeOver] = useState<readonly ApiKeyResponse[]>();
  const me = useMember();
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
      {suspended.length > 0 && (
        <SuspendedBanner
          count={suspended.length}
          takeableCount={batch.length}
          onTakeOver={() => setToTakeOver(batch)}
        />
      )}
      <LoadedList
        query={apiKeys}
        list={list}
        empty={
          <EmptyState
            icon={<IconKey aria-hidden />}
            title={t('api-keys.empty.title')}
            description={t('api-keys.empty.text')}
          >
            {create}
          </EmptyState>
        }
      >
        <Rows label={t('settings.api-keys')}>
          {list?.map((apiKey) => (
            <ApiKeyRow
              key={apiKey.id}
              apiKey={apiKey}
              onTakeOver={takeable.includes(apiKey) ? () => setToTakeOver([apiKey]) : undefined}
              onRevoke={() => setRevoked(apiKey)}
            />
          ))}
        </Rows>
      </LoadedList>
      {creating && <ApiKeyDialog onClose={() => setCreating(false)} />}
      {toTakeOver !== undefined && <TakeOverDialog apiKeys={toTakeOver} onClose={() => setToTakeOver(undefined)} />}
      {revoked !== undefined && (
        <ConfirmAction
          title={t('api-keys.revoke.ask')}
          text={t('api-keys.revoke.text', { name: revoked.name })}
          action={t('api-keys.revoke.do')}
          run={() => api.delete('/api-keys/{apiKeyId}', { path: { apiKeyId: revoked.id } })}
          // Links that were created with the key stop working.
          stale={[apiKeysQuery, invitationsQuery]}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Page>
  );
}
