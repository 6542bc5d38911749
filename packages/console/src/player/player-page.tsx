import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../app/page.tsx';
import { PageSkeleton } from '../app/page-skeleton.tsx';
import { RouteError } from '../app/route-error.tsx';
import { useHasRole } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { useWithPendingBlock } from '../outbox/pending-changes.ts';
import { PlayerData } from '../player-data/player-data.tsx';
import { projectsQuery } from '../projects/queries.ts';
import { isolated } from '../ui/isolated.ts';
import { Installations } from './installations.tsx';
import { PlayerActions } from './player-actions.tsx';
import { PlayerAnnouncements } from './player-announcements.tsx';
import { PlayerFacts, proofOf } from './player-facts.tsx';
import { playerName } from './player-name.ts';
import { PlayerTickets } from './player-tickets.tsx';
import '../ui/side-page.css';
import './player-page.css';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { playerQuery } from './queries.ts';

/** A player with all tickets. */
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
          <Text size="sm" c="dimmed">
            {project !== undefined && `${isolated(project.name)} · `}
            {t(proofOf(player))}
          </Text>
          {player.blocked && (
            <Badge color="red" size="sm" variant="filled">
              {t('label.blocked')}
            </Badge>
          )}
        </Group>
      }
      actions={canWrite && <PlayerActions player={player} ticketId={undefined} />}
    >
      <div className="side-page player-page">
        <Stack gap="xl">
          <PlayerTickets player={player} />
          <PlayerAnnouncements playerId={player.id} />
        </Stack>
        <aside aria-label={t('player.panel')}>
          <PlayerFacts player={player} isTitled />
          <PlayerData player={player} />
          <Installations player={player} />
        </aside>
      </div>
    </Page>
  );
}
