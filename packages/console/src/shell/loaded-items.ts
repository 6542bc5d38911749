import type { PlayerResponse } from '@player-support/contract/team/players';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import type { QueryClient } from '@tanstack/react-query';
import { playerKeys } from '../data/queries/player.ts';
import { queueKeys } from '../data/queries/queue.ts';
import { ticketKeys } from '../data/queries/ticket.ts';
import { loadedRows } from '../data/queue/loaded-rows.ts';

export function loadedTickets(queryClient: QueryClient): Map<string, QueueTicketResponse> {
  const rows = [...loadedRows(queryClient, queueKeys.lists), ...loadedRows(queryClient, playerKeys.all)];
  const opened = queryClient
    .getQueriesData<QueueTicketResponse>({ queryKey: ticketKeys.all })
    .flatMap(([, data]) => data ?? []);
  return new Map([...rows, ...opened].map((ticket) => [ticket.id, ticket]));
}

export function loadedPlayers(queryClient: QueryClient): Map<string, PlayerResponse> {
  const ofTickets = queryClient
    .getQueriesData<{ readonly player: PlayerResponse }>({ queryKey: ticketKeys.all })
    .flatMap(([, data]) => data?.player ?? []);
  const opened = queryClient
    .getQueriesData<Partial<PlayerResponse>>({ queryKey: playerKeys.all })
    // Longer keys are lists about a player.
    .flatMap(([key, data]) => (key.length === 2 && data?.id !== undefined ? [data as PlayerResponse] : []));
  return new Map([...ofTickets, ...opened].map((player) => [player.id, player]));
}
