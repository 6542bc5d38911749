import { Stack, Text } from '@mantine/core';
import type { TicketAnswer } from '@player-support/contract/team/forms';
import type { PlayerContext, PlayerResponse } from '@player-support/contract/team/players';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../app/session.ts';
import { Answers } from '../forms/answers.tsx';
import { useText } from '../i18n/text.ts';
import { useWithPendingBlock } from '../outbox/pending-changes.ts';
import { PlayerData } from '../player-data/player-data.tsx';
import { Time } from '../ui/time.tsx';
import { LinkedInstallations } from './linked-installations.tsx';
import { PanelPart } from './panel-part.tsx';
import classes from './player.module.css';
import { PlayerActions } from './player-actions.tsx';
import { PlayerFacts } from './player-facts.tsx';
import { shortName } from './player-name.ts';
import { installationsQuery, playerTicketsQuery } from './queries.ts';
import { ReceivedTickets } from './received-tickets.tsx';

interface Props {
  readonly player: PlayerResponse;
  /** The current ticket, which is left out of the list. */
  readonly ticketId?: string;
  /** The context when the current ticket was created. */
  readonly ticketContext?: PlayerContext;
  /** What the player entered in the form of the current ticket. */
  readonly answers?: readonly TicketAnswer[];
  /** Whether there is room for two columns. */
  readonly isWide?: boolean;
}

/** What is known about the player, the actions, and the other tickets and installations. */
export function PlayerPanel({ player: stored, ticketId, ticketContext, answers = [], isWide = false }: Props) {
  const canWrite = useHasRole('agent');
  const isAdmin = useHasRole('admin');
  const player = useWithPendingBlock(stored);
  return (
    <div className={classes.panel} data-wide={isWide || undefined}>
      <Stack gap="lg">
        <Answers answers={answers} />
        <PlayerFacts player={player} ticketContext={ticketContext} />
        {canWrite && <PlayerActions player={player} ticketId={ticketId} />}
        <PlayerData player={player} />
      </Stack>
      <Stack gap="lg">
        <Tickets player={player} ticketId={ticketId} />
        {player.verified && <LinkedInstallations player={player} />}
        {isAdmin && <ReceivedTickets player={player} />}
        {player.userId !== null && <Installations playerId={player.id} />}
      </Stack>
    </div>
  );
}

function Tickets({ player, ticketId }: { readonly player: PlayerResponse; readonly ticketId: string | undefined }) {
  const { t } = useText();
  const { data, error } = useQuery(playerTicketsQuery(player.id));
  const tickets = data?.tickets.filter(({ id }) => id !== ticketId);
  const emptyText = t(ticketId === undefined ? 'player.tickets.no' : 'player.tickets.none');
  return (
    <PanelPart
      title={t(ticketId === undefined ? 'player.tickets.all' : 'player.tickets')}
      list={tickets}
      error={error}
      emptyText={emptyText}
    >
      {tickets?.map((ticket) => (
        <TicketLine key={ticket.id} ticket={ticket} />
      ))}
    </PanelPart>
  );
}

function TicketLine({ ticket }: { readonly ticket: QueueTicketResponse }) {
  const { t } = useText();
  return (
    <li>
      <Link to="/tickets/$ticketId" params={{ ticketId: ticket.id }} className={classes.link}>
        <Text size="sm" truncate dir="auto" title={ticket.subject}>
          {ticket.subject}
        </Text>
        <Text size="xs" c="dimmed">
          {t(ticket.mergedInto === null ? `status.${ticket.status}` : 'player.tickets.merged')} ·{' '}
          <Time at={ticket.lastMessageAt ?? ticket.createdAt} />
        </Text>
      </Link>
    </li>
  );
}

function Installations({ playerId }: { readonly playerId: string }) {
  const { t } = useText();
  const { data, error } = useQuery(installationsQuery(playerId));
  return (
    <PanelPart
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
    </PanelPart>
  );
}
