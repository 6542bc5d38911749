import type { PlayerResponse } from '@player-support/contract/team/players';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../api.ts';
import { Page } from '../layout/page.tsx';
import { PageSkeleton } from '../layout/page-skeleton.tsx';
import { RouteError } from '../layout/route-error.tsx';
import { keys } from '../queries.ts';
import { useText } from '../text.ts';
import { PlayerPanel } from './player-panel.tsx';

/** One installation of the game, with its tickets. */
export function PlayerPage() {
  const { t } = useText();
  const { playerId } = useParams({ from: '/shell/players/$playerId' });
  const { data, error, refetch } = useQuery({
    queryKey: keys.player(playerId),
    queryFn: ({ signal }) => api.get<PlayerResponse>(`/players/${encodeURIComponent(playerId)}`, { signal }),
  });
  if (data === undefined) {
    if (error === null) return <PageSkeleton />;
    return (
      <Page title={t('player.title')}>
        <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
      </Page>
    );
  }
  return (
    <Page title={data.userId ?? t('player.title')}>
      <PlayerPanel player={data} isWide />
    </Page>
  );
}
