import { MAX_SEARCH_RESULTS } from '@player-support/contract/limits';
import { api } from '../api/client.ts';
import type { QueueRowsPage } from './queue/queue-rows.ts';
import type { FoundQuery } from './queue/queue-search.ts';

const FIRST_LIMIT = 30;
/** A search does not say what is new, so no subject is bold. */
const NO_NEWS = { ofPlayer: 0, ofTeam: 0 };

export async function loadFound(
  { view: _view, sort: _sort, ...query }: FoundQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<QueueRowsPage> {
  const limit = cursor === undefined ? FIRST_LIMIT : MAX_SEARCH_RESULTS;
  const { results, nextCursor, players, complete, suggestion } = await api.get('/search', {
    query: { ...query, limit, cursor },
    signal,
  });
  return {
    tickets: results.map(({ ticket, match }) => ({ ...ticket, match, news: NO_NEWS })),
    nextCursor,
    found: { players, complete, suggestion },
  };
}
