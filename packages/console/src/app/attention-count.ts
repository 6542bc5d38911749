import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ticketCountsQuery } from '../queue/queries.ts';
import { queueFilters } from '../queue/queue-search.ts';
import { Listeners } from './listeners.ts';
import { useMember } from './session.ts';

let label = '';
const listeners = new Listeners();

function show(next: string): void {
  if (next === label) return;
  label = next;
  listeners.notify();
}

/** Counts the tickets that need attention while somebody is signed in. Used once, in the shell. */
export function useAttentionCount(): void {
  const { data } = useQuery(ticketCountsQuery(queueFilters({}, useMember().id)));
  const { count, capped } = data?.attention ?? { count: 0, capped: false };
  useEffect(() => show(count === 0 ? '' : `(${count}${capped ? '+' : ''}) `), [count, capped]);
  useEffect(() => () => show(''), []);
}

/** The count for the beginning of a title, such as "(7) ". Empty without such tickets. */
export function useAttentionLabel(): string {
  return useSyncExternalStore(listeners.subscribe, () => label);
}
