import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Listeners } from '../lib/listeners.ts';
import { newMentionsQuery } from './queries/mentions.ts';
import { ticketCountsQuery } from './queries/queue.ts';
import { queueFilters } from './queue/queue-search.ts';
import { useMember } from './session/session.ts';

let label = '';
const listeners = new Listeners();

function show(next: string): void {
  if (next === label) return;
  label = next;
  listeners.notify();
}

/**
 * Counts the tickets that need attention, and the unread mentions, while somebody is signed in.
 * Used once, in the shell.
 */
export function useAttentionCount(): void {
  const { data } = useQuery(ticketCountsQuery(queueFilters({}, useMember().id)));
  const { count, capped } = data?.attention ?? { count: 0, capped: false };
  const mentions = useQuery(newMentionsQuery).data?.unread ?? 0;
  useEffect(() => {
    const parts = [
      ...(count === 0 ? [] : [`${count}${capped ? '+' : ''}`]),
      ...(mentions === 0 ? [] : [`@${mentions}`]),
    ];
    show(parts.length === 0 ? '' : `(${parts.join(' ')}) `);
  }, [count, capped, mentions]);
  useEffect(() => () => show(''), []);
}

/** The counts for the beginning of a title, such as "(7 @2) ". Empty if nothing waits. */
export function useAttentionLabel(): string {
  return useSyncExternalStore(listeners.subscribe, () => label);
}
