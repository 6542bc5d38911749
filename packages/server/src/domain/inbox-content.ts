import { iso } from './time.ts';

/** All of an inbox message that never changes, under the names of the wire. */
export interface InboxContent {
  readonly type: 'ticket_reply' | 'ticket_status' | 'direct' | 'announcement';
  readonly ticketId: string | null;
  readonly title: string;
  readonly body: string;
  readonly createdAt: string;
}

/** The content as JSON. It is stored so: a poll then reads and writes one text where it would have to put together six. */
export function inboxContent(
  { type, ticketId, title, body }: Omit<InboxContent, 'createdAt'>,
  createdAt: number,
): string {
  return JSON.stringify({ type, ticketId, title, body, createdAt: iso(createdAt) } satisfies InboxContent);
}

/** The whole message as JSON. `id` must be one of ours, which needs no escaping. */
export function inboxMessage(id: string, readAt: number | null, content: string): string {
  return `{"id":"${id}","readAt":${readAt === null ? 'null' : `"${iso(readAt)}"`},${content.slice(1)}`;
}
