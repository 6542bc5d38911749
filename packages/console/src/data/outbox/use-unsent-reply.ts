import { useSending } from './sending.tsx';
import { type UnsentReply, unsentReply } from './unsent-reply.ts';

export function useReadUnsentReply(): (ticketId: string) => UnsentReply | undefined {
  const { drafts } = useSending();
  return (ticketId) => unsentReply(drafts.get(ticketId, 'reply'));
}
