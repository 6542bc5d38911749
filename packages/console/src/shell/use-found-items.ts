import { useDebouncedValue } from '@mantine/hooks';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import type { PlayerResponse } from '@player-support/contract/team/players';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import type { SearchMatch } from '@player-support/contract/team/search';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { playerName } from '../data/player-name.ts';
import { knownIssuesQuery } from '../data/queries/known-issues.ts';
import { playerQuery } from '../data/queries/player.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { searchQuery } from '../data/queries/search.ts';
import { ticketQuery } from '../data/queries/ticket.ts';
import { quoted } from '../data/ticket-number.ts';
import { useText } from '../i18n/text.ts';
import { loadedPlayers, loadedTickets } from './loaded-items.ts';
import type { SearchItem } from './search-items.ts';

/** An id, alone or in a URL. */
const TICKET_ID = /\btkt_[0-9a-v]{42}\b/;
const PLAYER_ID = /\bply_[0-9a-v]{26}\b/;
/** One letter is in every ticket, so the server is not asked. */
const MIN_LENGTH = 2;
/** The server is asked after this time without typing. */
const QUIET_MS = 250;

export interface FoundItem extends SearchItem {
  readonly status?: QueueTicketResponse['status'];
  readonly run: () => void;
}

interface FoundItems {
  readonly items: readonly FoundItem[];
  readonly isLoading: boolean;
}

/** Finds loaded tickets, players and known issues that may match, and asks the server for more. */
export function useFoundItems(query: string): FoundItems {
  const { t } = useText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const typed = query.trim();
  const [quiet] = useDebouncedValue(typed, QUIET_MS);
  const idIn = (text: string, pattern: RegExp) => pattern.exec(text.toLowerCase())?.[0];
  const [ticketId, playerId] = [idIn(typed, TICKET_ID), idIn(typed, PLAYER_ID)];
  const asked = { ticketId: idIn(quiet, TICKET_ID), playerId: idIn(quiet, PLAYER_ID) };
  const isId = asked.ticketId !== undefined || asked.playerId !== undefined;
  const once = { retry: false } as const;
  const ticket = useQuery({
    ...ticketQuery(asked.ticketId ?? ''),
    ...once,
    enabled: asked.ticketId !== undefined,
  });
  const player = useQuery({ ...playerQuery(asked.playerId ?? ''), ...once, enabled: asked.playerId !== undefined });
  // A digit is the number of a ticket.
  const isAsked = !isId && (quiet.length >= MIN_LENGTH || /^\p{Nd}$/u.test(quiet));
  const search = useQuery({ ...searchQuery(quiet), enabled: isAsked });
  const found = isAsked && quiet === typed ? search.data : undefined;
  const issues = useQuery({ ...knownIssuesQuery, enabled: typed !== '' }).data ?? [];
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const projectName = (id: string) => projects.find((project) => project.id === id)?.name;

  const ticketItem = (one: QueueTicketResponse, match?: SearchMatch): FoundItem => ({
    id: `ticket:${one.id}`,
    group: 'tickets',
    label: one.subject,
    description: join([
      quoted(one),
      t(`status.${one.status}`),
      projectName(one.projectId),
      match === undefined || match.source === 'subject' ? one.lastMessagePreview : match.text,
    ]),
    keywords: one.id,
    isExact: one.id === ticketId,
    isFound: match !== undefined,
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
  const issueItem = (one: ListedKnownIssue): FoundItem => ({
    id: `issue:${one.id}`,
    group: 'issues',
    label: one.title,
    description: join([projectName(one.projectId), ...one.platforms, ...one.builds]),
    keywords: `${one.id} ${one.description}`,
    run: () => void navigate({ to: '/known-issues/$knownIssueId', params: { knownIssueId: one.id } }),
  });
  // That page shows all, and why the server did not respond.
  const all: FoundItem = {
    id: 'search',
    group: 'search',
    label: t('commands.all', { query: typed }),
    isFound: true,
    run: () => void navigate({ to: '/search', search: { q: typed } }),
  };
  if (typed === '') return { items: [], isLoading: false };
  const tickets = loadedTickets(queryClient);
  const known = loadedPlayers(queryClient);
  for (const one of found?.players ?? []) known.set(one.id, one);
  const items = new Map(Array.from(tickets.values(), (one) => [one.id, ticketItem(one)]));
  for (const { ticket, match } of found?.results ?? []) items.set(ticket.id, ticketItem(ticket, match));
  const hasAll = isAsked && quiet === typed && (search.isError || (found?.results.length ?? 0) > 0);
  // The page of the id says whether it exists.
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
    items: [
      ...byId,
      ...items.values(),
      ...Array.from(known.values(), playerItem),
      ...issues.map(issueItem),
      ...(hasAll ? [all] : []),
    ],
    isLoading: quiet !== typed || ticket.isLoading || player.isLoading || (isAsked && search.isFetching),
  };
}

const join = (parts: readonly (string | null | undefined)[]) => parts.filter((part) => part).join(' · ');
