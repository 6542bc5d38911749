import { Text, Title } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useDraftTickets } from '../data/outbox/sending.tsx';
import { playerTicketsQuery } from '../data/queries/player.ts';
import { useQueueNames } from '../data/queue/use-queue-names.ts';
import { useText } from '../i18n/text.ts';
import { RowCells } from '../parts/ticket-list/queue-row.tsx';
import { useRowLayout } from '../parts/ticket-list/use-row-layout.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import '../parts/ticket-list/queue-row.css';

/** Shows a player's tickets as rows of the queue, latest activity first. */
export function PlayerTickets({ player }: { readonly player: PlayerResponse }) {
  const { t } = useText();
  const heading = useId();
  const names = useQueueNames();
  const drafts = useDraftTickets();
  const query = useQuery(playerTicketsQuery(player.id));
  const { ref, isNarrow, now } = useRowLayout();
  const tickets = query.data?.tickets;
  return (
    <section aria-labelledby={heading} ref={ref} className="player-ticket-list">
      <Title order={2} size="h3" mb="xs" id={heading}>
        {t('player.tickets.all')}
      </Title>
      <LoadedList
        query={query}
        list={tickets}
        empty={
          <Text size="sm" c="dimmed">
            {t('player.tickets.no')}
          </Text>
        }
      >
        <ul aria-labelledby={heading} className="queue-scroll player-tickets" data-narrow={isNarrow || undefined}>
          {tickets?.map((ticket) => (
            // The server does not say what the member has seen here.
            <li key={ticket.id} className="queue-row" data-seen>
              <Link to="/tickets/$ticketId" params={{ ticketId: ticket.id }} className="queue-row-link">
                <RowCells
                  row={ticket}
                  view="all"
                  // The player's project.
                  names={{ ...names, projects: undefined }}
                  hasDraft={drafts.has(ticket.id)}
                  now={now}
                  RowText={undefined}
                />
              </Link>
            </li>
          ))}
        </ul>
      </LoadedList>
    </section>
  );
}
