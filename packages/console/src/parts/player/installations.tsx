import { Text } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shortName } from '../../data/player-name.ts';
import { installationsQuery } from '../../data/queries/player.ts';
import { useHasRole } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { Time } from '../../ui/time.tsx';
import { LinkedInstallations } from './linked-installations.tsx';
import { PanelSection } from './panel-section.tsx';
import classes from './player.module.css';
import { ReceivedTickets } from './received-tickets.tsx';

/** Shows linked devices, received tickets, and players with the same user id. */
export function Installations({ player }: { readonly player: PlayerResponse }) {
  const isAdmin = useHasRole('admin');
  return (
    <>
      {player.verified && <LinkedInstallations player={player} />}
      {isAdmin && <ReceivedTickets player={player} />}
      {player.userId !== null && <OtherInstallations playerId={player.id} />}
    </>
  );
}

function OtherInstallations({ playerId }: { readonly playerId: string }) {
  const { t } = useText();
  const { data, error } = useQuery(installationsQuery(playerId));
  return (
    <PanelSection
      title={t('player.installations')}
      hint={t('player.installations.hint')}
      list={data?.players}
      error={error}
      emptyText={t('player.installations.none')}
    >
      {data?.players.map(({ id, context, lastSeenAt, blocked }) => (
        <li key={id}>
          <Link to="/players/$playerId" params={{ playerId: id }} className={classes.link}>
            <Text size="sm" truncate>
              {[context.platform, context.deviceModel].filter(Boolean).join(', ') || shortName(id)}
            </Text>
            <Text size="xs" c="dimmed">
              {blocked && `${t('label.blocked')} · `}
              {t('player.last-seen')} <Time at={lastSeenAt} />
            </Text>
          </Link>
        </li>
      ))}
    </PanelSection>
  );
}
