import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import type { Store } from '../../store/store.ts';

export type IssueCounts = Pick<ListedKnownIssue, 'tickets' | 'subscribers' | 'fixedForPlayers'>;

export const NO_COUNTS: IssueCounts = { tickets: 0, subscribers: 0, fixedForPlayers: { asked: 0, yes: 0, no: 0 } };

type Stores = Pick<Store, 'knownIssues' | 'subscriptions' | 'fixQuestions'>;

/** Reads known issues' counts by id, in three statements for any number. */
export async function issueCountsOf(stores: Stores, ids: readonly string[]): Promise<(id: string) => IssueCounts> {
  const ticketsOf = await stores.knownIssues.ticketsOf(ids);
  const subscribersOf = await stores.subscriptions.countsOf(ids);
  const fixOf = await stores.fixQuestions.countsOf(ids);
  return (id) => ({ tickets: ticketsOf(id), subscribers: subscribersOf(id), fixedForPlayers: fixOf(id) });
}
