import { useDebouncedValue } from '@mantine/hooks';
import { MAX_USER_ID_LENGTH } from '@player-support/contract/limits';
import type { PlayerResponse } from '@player-support/contract/team/players';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';
import { playerName } from '../player/player-name.ts';
import { playerQuery, playersQuery } from '../player/queries.ts';
import { projectsQuery } from '../projects/queries.ts';
import { ticketQuery } from '../ticket/queries.ts';
import { loadedPlayers, loadedTickets } from './loaded-items.ts';
import type { SearchItem } from './search-items.ts';

/** An id, alone or in a URL. */
const TICKET_ID = /\btkt_[0-9a-v]{42}\b/;
const PLAYER_ID = /\bply_[0-9a-v]{26}\b/;
/** Shorter texts are not looked up as a user id. */
const MIN_USER_ID_LENGTH = 2;
/** The server is asked when nothing was typed for this time. */
const QUIET_MS = 250;

export interface FoundItem extends SearchItem {
  readonly status?: QueueTicketResponse['status'];
  readonly run: () => void;
}

/**
 * Tickets and players that may match the query: those that this page has loaded, and those that the
 * server finds by the exact id, or the exact user id of a player.
 */
export function useFoundItems(query: string): { readonly items: readonly FoundItem[]; readonly isLoading: boolean } {
  const { t } = useText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const typed = query.trim();
  const [quiet] = useDebouncedValue(typed, QUIET_MS);
  const idIn = (text: string, pattern: RegExp) => pattern.exec(text.toLowerCase())?.[0];
  const [ticketId, playerId] = [idIn(typed, TICKET_ID), idIn(typed, PLAYER_ID)];
  const asked = { ticketId: idIn(quiet, TICKET_ID), playerId: idIn(quiet, PLAYER_ID) };
  const isUserId =
    asked.ticketId === undefined &&
    asked.playerId === undefined &&
    quiet.length >= MIN_USER_ID_LENGTH &&
    quiet.length <= MAX_USER_ID_LENGTH;
  const once = { retry: false } as const;
  const ticket = useQuery({
    ...ticketQuery(asked.ticketId ?? ''),
    ...once,
    enabled: asked.ticketId !== undefined,
  });
  const player = useQuery({ ...playerQuery(asked.playerId ?? ''), ...once, enabled: asked.playerId !== undefined });
  const players = useQuery({ ...playersQuery(quiet), ...once, enabled: isUserId });
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const projectName = (id: string) => projects.find((project) => project.id === id)?.name;

  const ticketItem = (one: QueueTicketResponse): FoundItem => ({
    id: `ticket:${one.id}`,
    group: 'tickets',
    label: one.subject,
    description: join([
      `#${one.id.slice(-6)}`,
      t(`status.${one.status}`),
      projectName(one.projectId),
      one.lastMessagePreview,
    ]),
    keywords: one.id,
    isExact: one.id === ticketId,
    status: one.status,
    run: () => void navigate({ to: '/tickets/$ticketId', params: { ticketId: one.id } }),
  });
  const playerItem = (one: PlayerResponse): FoundItem => ({
    id: `player:${one.id}`,
    group: 'players',
    label: playerName(one),
    description: join([projectName(one.projectId), one.context.platform, one.id]),
    isExact: one.id === playerId || one.userId === typed,
    run: () => void navigate({ to: '/players/$playerId', params: { playerId: one.id } }),
  });
  if (typed === '') return { items: [], isLoading: false };
  const tickets = loadedTickets(queryClient);
  const known = loadedPlayers(queryClient);
  for (const one of players.data?.players ?? []) known.set(one.id, one);
  // The page of the id says whether there is such a ticket or player.
  const byId: FoundItem[] = [];
  if (ticketId !== undefined && !tickets.has(ticketId)) {
    byId.push({
      id: `ticket:${ticketId}`,
      group: 'tickets',
      label: t('commands.ticket', { id: ticketId }),
      isExact: true,
      run: () => void navigate({ to: '/tickets/$ticketId', params: { ticketId } }),
    });
  }
  if (playerId !== undefined && !known.has(playerId)) {
    byId.push({
      id: `player:${playerId}`,
      group: 'players',
      label: t('commands.player', { id: playerId }),
      isExact: true,
      run: () => void navigate({ to: '/players/$playerId', params: { playerId } }),
    });
  }
  return {
    items: [...byId, ...Array.from(tickets.values(), ticketItem), ...Array.from(known.values(), playerItem)],
    isLoading: quiet !== typed || ticket.isLoading || player.isLoading || players.isLoading,
  };
}

const join = (parts: readonly (string | null | undefined)[]) => parts.filter((part) => part).join(' · ');
