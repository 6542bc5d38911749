import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { newMentionsQuery } from './queries/mentions.ts';

export function useMarkMentionsRead(ticket: Pick<TeamTicketResponse, 'messages'> | undefined): void {
  const { data } = useQuery(newMentionsQuery);
  const marked = useRef(new Set<string>());
  useEffect(() => {
    const shown = new Set(ticket?.messages.map(({ id }) => id));
    const unread = data?.mentions.filter(({ messageId, readAt }) => readAt === null && shown.has(messageId)) ?? [];
    for (const { messageId, ticketId } of unread) {
      if (marked.current.has(messageId)) continue;
      marked.current.add(messageId);
      // If it fails, the next visit marks them.
      void api.post('/mentions/read', { body: { lastSeenMessageId: messageId, ticketId } }).catch(() => {
        marked.current.delete(messageId);
      });
    }
  }, [data, ticket]);
}
