import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newMentionsQuery } from '../data/queries/mentions.ts';
import { ticketCountsQuery } from '../data/queries/queue.ts';
import { queueFilters } from '../data/queue/queue-search.ts';
import { useMember } from '../data/session/session.ts';
import { showAttention } from '../ui/attention-label.ts';

/** Counts tickets that need attention and unread mentions. Used once, in the shell. */
export function useAttentionCount(): void {
  const { data } = useQuery(ticketCountsQuery(queueFilters({}, useMember().id)));
  const { count, capped } = data?.attention ?? { count: 0, capped: false };
  const mentions = useQuery(newMentionsQuery).data?.unread ?? 0;
  useEffect(() => {
    const parts = [
      ...(count === 0 ? [] : [`${count}${capped ? '+' : ''}`]),
      ...(mentions === 0 ? [] : [`@${mentions}`]),
    ];
    showAttention(parts.length === 0 ? '' : `(${parts.join(' ')}) `);
  }, [count, capped, mentions]);
  useEffect(() => () => showAttention(''), []);
}
