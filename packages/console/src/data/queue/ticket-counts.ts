import { TICKET_VIEWS } from '@player-support/contract/enums';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cachedFormat } from '../../i18n/cached-format.ts';
import { ticketCountsQuery } from '../queries/queue.ts';
import { useMember } from '../session/session.ts';
import { hasStatusFilter, type QueueSearch, queueFilters, viewFilters, withoutFilters } from './queue-search.ts';

const MINUTE_MS = 60_000;

/** Such as "197", or "20,000+" if the server stopped counting. Empty: unknown. */
export function countText(count: TicketCountsResponse['all'] | undefined, language: string): string {
  if (count === undefined) return '';
  const format = cachedFormat(`count ${language}`, () => new Intl.NumberFormat(language));
  return `${format.format(count.count)}${count.capped ? '+' : ''}`;
}

/** All held tickets of the project, without filters: a storm concerns everybody. */
export const useHeldCount = (search: QueueSearch) =>
  useTicketCounts(withoutFilters({ ...search, saved: undefined })).counts?.held;

/** Live events refetch the counts. `isOld`: they belong to the previous filters. */
export function useTicketCounts(search: QueueSearch) {
  const member = useMember();
  const filters = queueFilters(search, member.id);
  const options = { refetchInterval: MINUTE_MS, placeholderData: keepPreviousData } as const;
  const all = useQuery({ ...ticketCountsQuery(viewFilters(search, member.id)), ...options });
  // Only some views have these filters.
  const hasText = filters.textKey !== undefined;
  const hasOwn = filters.status !== undefined || hasText;
  const some = useQuery({ ...ticketCountsQuery(filters), ...options, enabled: hasOwn });
  const views = hasText ? (['held'] as const) : TICKET_VIEWS.filter(hasStatusFilter);
  const own = hasOwn && Object.fromEntries(views.map((view) => [view, some.data?.[view]]));
  const counts: Partial<TicketCountsResponse> | undefined = all.data && { ...all.data, ...own };
  return { counts, isOld: all.isPlaceholderData || (hasOwn && some.isPlaceholderData) };
}
