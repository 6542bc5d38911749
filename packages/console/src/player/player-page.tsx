import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../app/page.tsx';
import { PageSkeleton } from '../app/page-skeleton.tsx';
import { RouteError } from '../app/route-error.tsx';
import { useText } from '../i18n/text.ts';
import { playerName } from './player-name.ts';
import { PlayerPanel } from './player-panel.tsx';
import { playerQuery } from './queries.ts';

/** A player with all tickets. */
export function PlayerPage() {
  const { t } = useText();
  const { playerId } = useParams({ from: '/shell/players/$playerId' });
  const { data, error, refetch } = useQuery(playerQuery(playerId));
  if (data === undefined) {
    if (error === null) return <PageSkeleton />;
    return (
      <Page title={t('label.player')}>
        <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
      </Page>
    );
  }
  return (
    <Page title={playerName(data)}>
      <PlayerPanel player={data} isWide />
    </Page>
  );
}
