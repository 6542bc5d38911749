import { Button, EmptyState, Group, Select, Text } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../data/queries/api-keys.ts';
import { auditQuery } from '../data/queries/audit.ts';
import { membersQuery } from '../data/queries/members.ts';
import { useText } from '../i18n/text.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { knownActions } from './audit-actions.ts';
import { AuditEntry } from './audit-entry.tsx';

export function AuditPage() {
  const { t } = useText();
  const [actorId, setActorId] = useState<string | null>(null);
  const [action, setAction] = useState<string | null>(null);
  const entries = useInfiniteQuery({ ...auditQuery({ actorId, action }), placeholderData: keepPreviousData });
  const members = useQuery(membersQuery).data?.members ?? [];
  const apiKeys = useQuery(apiKeysQuery).data?.apiKeys ?? [];
  const list = entries.data?.pages.flatMap((page) => page.entries);
  return (
    <Page title={t('settings.audit')}>
      <Group mb="md" align="flex-end">
        <Select
          label={t('audit.actor')}
          placeholder={t('audit.anybody')}
          data={[
            { group: t('settings.members'), items: members.map(({ id, name }) => ({ value: id, label: name })) },
            { group: t('settings.api-keys'), items: apiKeys.map(({ id, name }) => ({ value: id, label: name })) },
          ]}
          value={actorId}
          onChange={setActorId}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('audit.clear') }}
        />
        <Select
          label={t('audit.action')}
          placeholder={t('audit.anything')}
          data={knownActions().map(({ id, key }) => ({ value: id, label: t(key) }))}
          value={action}
          onChange={setAction}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('audit.clear') }}
        />
        <Button
          component="a"
          href="/api/v1/team/audit/export"
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('audit.export')}
        </Button>
      </Group>
      <LoadedList
        query={entries}
        list={list}
        skeletons={6}
        empty={
          <EmptyState
            icon={<IconHistory aria-hidden />}
            title={t('audit.empty.title')}
            description={t('audit.empty.text')}
          />
        }
      >
        <Rows label={t('settings.audit')}>
          {list?.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} members={members} />
          ))}
        </Rows>
        <Group justify="center" mt="md">
          {entries.hasNextPage ? (
            <Button variant="default" onClick={() => void entries.fetchNextPage()} loading={entries.isFetchingNextPage}>
              {t('audit.more')}
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {t('audit.end')}
            </Text>
          )}
        </Group>
      </LoadedList>
    </Page>
  );
}
