import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { playerDataSettingsQuery } from '../data/queries/player-data.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useHasRole } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { ClosedPage } from '../ui/closed-page.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { PlayerDataForm } from './player-data-form.tsx';

export function PlayerDataPage() {
  return useHasRole('admin') ? <Settings /> : <ClosedPage page={{ label: 'settings.player-data', role: 'admin' }} />;
}

function Settings() {
  const { t } = useText();
  const { projectId } = useParams({ from: '/shell/settings/projects/$projectId/player-data' });
  const { data, error, refetch } = useQuery(playerDataSettingsQuery(projectId));
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const project = projects.find(({ id }) => id === projectId)?.name ?? '';
  return (
    <Page title={t('settings.player-data')}>
      <Text c="dimmed" maw="40rem" mb="md">
        {t('player-data.hint', { project })}{' '}
        <Anchor href="/docs/guide/player-data.md" inherit underline="always">
          {t('player-data.guide')}
        </Anchor>
      </Text>
      {data !== undefined ? (
        <PlayerDataForm key={projectId} projectId={projectId} saved={data.url} />
      ) : error === null ? (
        <Skeleton height={120} maw="32rem" />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
