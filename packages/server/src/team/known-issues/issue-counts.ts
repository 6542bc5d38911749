import type { FixCounts } from '../../store/fix-questions.ts';
import type { Store } from '../../store/store.ts';

export interface IssueCounts {
  /** Linked. */
  readonly tickets: number;
  readonly subscribers: number;
  readonly fix: FixCounts;
}

export const NO_COUNTS: IssueCounts = { tickets: 0, subscribers: 0, fix: { asked: 0, yes: 0, no: 0 } };

type Stores = Pick<Store, 'knownIssues' | 'subscriptions' | 'fixQuestions'>;

/** Reads known issues' counts by id, in three statements for any number. */
export async function issueCountsOf(stores: Stores, ids: readonly string[]): Promise<(id: string) => IssueCounts> {
  const ticketsOf = await stores.knownIssues.ticketsOf(ids);
  const subscribersOf = await stores.subscriptions.countsOf(ids);
  const fixOf = await stores.fixQuestions.countsOf(ids);
  return (id) => ({ tickets: ticketsOf(id), subscribers: subscribersOf(id), fix: fixOf(id) });
}
