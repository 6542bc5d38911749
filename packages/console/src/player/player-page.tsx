import { Group, Stack } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useWithPendingBlock } from '../data/outbox/pending-changes.ts';
import { playerName } from '../data/player-name.ts';
import { playerQuery } from '../data/queries/player.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useHasRole } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { Installations } from '../parts/player/installations.tsx';
import { PlayerActions } from '../parts/player/player-actions.tsx';
import { PlayerData } from '../parts/player/player-data.tsx';
import { PlayerFacts, Standing } from '../parts/player/player-facts.tsx';
import { Page } from '../ui/page.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { RouteError } from '../ui/route-error.tsx';
import { PlayerAnnouncements } from './player-announcements.tsx';
import { PlayerTickets } from './player-tickets.tsx';
import '../ui/side-page.css';
import './player-page.css';

export function PlayerPage() {
  const { t } = useText();
  const { playerId } = useParams({ from: '/shell/players/$playerId' });
  const { data, error, refetch } = useQuery(playerQuery(playerId));
  if (data !== undefined) return <LoadedPlayer player={data} />;
  if (error === null) return <PageSkeleton />;
  return (
    <Page title={t('label.player')}>
      <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
    </Page>
  );
}

function LoadedPlayer({ player: stored }: { readonly player: PlayerResponse }) {
  const { t } = useText();
  const canWrite = useHasRole('agent');
  const player = useWithPendingBlock(stored);
  const project = useQuery(projectsQuery).data?.projects.find(({ id }) => id === player.projectId);
  return (
    <Page
      title={playerName(player)}
      note={
        <Group gap="xs">
          <Standing player={player} size="sm" projectName={project?.name} />
        </Group>
      }
      actions={canWrite && <PlayerActions player={player} />}
    >
      <div className="side-page">
        <Stack gap="xl">
          <PlayerTickets player={player} />
          <PlayerAnnouncements playerId={player.id} />
        </Stack>
        <aside aria-label={t('player.panel')}>
          <PlayerFacts player={player} hidesName />
          <PlayerData player={player} />
          <Installations player={player} />
        </aside>
      </div>
    </Page>
  );
}
