import { Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { playerDataQuery } from '../../data/queries/player-data.ts';
import { projectsQuery } from '../../data/queries/projects.ts';
import { useHasRole } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { errorText } from '../../ui/error-text.ts';
import { AnchorLink } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import { useRetry } from '../../ui/use-retry.ts';
import { DataSections } from './data-sections.tsx';
import { playerDataError } from './player-data-error.ts';

type Player = Pick<PlayerResponse, 'id' | 'projectId'>;

/** Shows what the studio's service knows, if the project has one. */
export function PlayerData({ player }: { readonly player: Player }) {
  const projects = useQuery(projectsQuery).data?.projects;
  const isAsked = projects?.some(({ id, playerData }) => id === player.projectId && playerData);
  return isAsked ? <AskedData player={player} /> : null;
}

function AskedData({ player }: { readonly player: Player }) {
  const { t } = useText();
  const heading = useId();
  const { data, error, isFetching, refetch } = useQuery(playerDataQuery(player.id));
  const retry = () => void refetch();
  useRetry(error, retry);
  // The address was removed since the projects were loaded.
  if (data?.error === 'not-set') return null;
  const failure = data === undefined ? error && errorText(error, t) : data.error && playerDataError(data.error, t);
  return (
    <section aria-labelledby={heading} aria-busy={isFetching}>
      <Title order={2} size="sm" mb={8} id={heading}>
        {t('player-data.title')}
      </Title>
      {failure !== null ? (
        <Stack gap="xs" align="flex-start">
          <div role="status">
            <Text size="sm">{failure}</Text>
            {data?.detail != null && (
              <Text size="xs" c="dimmed" className="user-text">
                <bdi>{data.detail}</bdi>
              </Text>
            )}
          </div>
          <Button variant="default" size="compact-sm" mih={28} onClick={retry} loading={isFetching}>
            {t('action.retry')}
          </Button>
          {data !== undefined && <SettingsLink projectId={player.projectId} />}
        </Stack>
      ) : data === undefined ? (
        <>
          <Skeleton height={60} />
          <VisuallyHidden>{t('player-data.loading')}</VisuallyHidden>
        </>
      ) : (
        <Stack gap="xs">
          <DataSections sections={data.sections} order={3} />
          {data.loadedAt !== null && (
            <Text size="xs" c="dimmed">
              {t('player-data.loaded')} <Time at={data.loadedAt} />
            </Text>
          )}
        </Stack>
      )}
    </section>
  );
}

function SettingsLink({ projectId }: { readonly projectId: string }) {
  const { t } = useText();
  const isAdmin = useHasRole('admin');
  return isAdmin ? (
    <AnchorLink to="/settings/projects/$projectId/player-data" params={{ projectId }} size="sm" underline="always">
      {t('player-data.settings')}
    </AnchorLink>
  ) : (
    <Text size="xs" c="dimmed">
      {t('player-data.ask')}
    </Text>
  );
}
