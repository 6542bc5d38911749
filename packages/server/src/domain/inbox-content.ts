import type { InboxType } from '@player-support/contract/enums';
import { iso } from './time.ts';

/** What never changes in an inbox message, with the names of the player API. */
export interface InboxContent {
  readonly type: InboxType;
  readonly ticketId: string | null;
  readonly title: string;
  readonly body: string;
  readonly createdAt: string;
}

/** The store keeps it as JSON, so a poll copies one text instead of six. */
export function inboxContent({ type, ticketId, title, body }: Omit<InboxContent, 'createdAt'>, createdAt: number) {
  return JSON.stringify({ type, ticketId, title, body, createdAt: iso(createdAt) } satisfies InboxContent);
}

/** The complete message as JSON. `id` is not escaped: this server must have created it. */
export const inboxMessage = (id: string, readAt: number | null, content: string): string =>
  `{"id":"${id}","readAt":${readAt === null ? 'null' : `"${iso(readAt)}"`},${content.slice(1)}`;
