import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { PlayerContext, PlayerResponse } from '@player-support/contract/team/players';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useHasRole } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { useWithPendingBlock } from '../outbox/pending-changes.ts';
import { PlayerData } from '../player-data/player-data.tsx';
import { errorText } from '../ui/error-text.ts';
import { Time } from '../ui/time.tsx';
import classes from './player.module.css';
import { PlayerActions } from './player-actions.tsx';
import { PlayerFacts } from './player-facts.tsx';
import { shortName } from './player-name.ts';
import { installationsQuery, playerTicketsQuery } from './queries.ts';

interface Props {
  readonly player: PlayerResponse;
  /** The current ticket, which is left out of the list. */
  readonly ticketId?: string;
  /** The context when the current ticket was created. */
  readonly ticketContext?: PlayerContext;
  /** Whether there is room for two columns. */
  readonly isWide?: boolean;
}

/** What is known about the player, the actions, and the other tickets and installations. */
export function PlayerPanel({ player: stored, ticketId, ticketContext, isWide = false }: Props) {
  const canWrite = useHasRole('agent');
  const player = useWithPendingBlock(stored);
  return (
    <div className={classes.panel} data-wide={isWide || undefined}>
      <Stack gap="lg">
        <PlayerFacts player={player} ticketContext={ticketContext} />
        {canWrite && <PlayerActions player={player} />}
        <PlayerData player={player} />
      </Stack>
      <Stack gap="lg">
        <Tickets player={player} ticketId={ticketId} />
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
    <Part
      title={t(ticketId === undefined ? 'player.tickets.all' : 'player.tickets')}
      list={tickets}
      error={error}
      emptyText={emptyText}
    >
      {tickets?.map((ticket) => (
        <TicketLine key={ticket.id} ticket={ticket} />
      ))}
    </Part>
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
    <Part
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
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly list: readonly unknown[] | undefined;
  readonly error: unknown;
  readonly emptyText: string;
  readonly children: ReactNode;
}

function Part({ title, hint, list, error, emptyText, children }: PartProps) {
  const { t } = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="sm" mb={4} id={id}>
        {title}
      </Title>
      {hint !== undefined && list?.length !== 0 && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      {list === undefined && error === null && <Skeleton height={40} />}
      {list === undefined && error !== null && (
        <Text size="xs" c="dimmed">
          {errorText(error, t)}
        </Text>
      )}
      {list?.length === 0 && (
        <Text size="xs" c="dimmed">
          {emptyText}
        </Text>
      )}
      {list !== undefined && list.length > 0 && <ul className={classes.list}>{children}</ul>}
    </section>
  );
}
