import type { AttachmentResponse, OutboxEntry, TicketMessageResponse } from '@player-support/client';

/** Another server may answer anything. */
export function attachmentsOf({ attachments }: TicketMessageResponse): readonly AttachmentResponse[] {
  return Array.isArray(attachments) ? attachments : [];
}

/**
 * Finds the entry while the outbox has it: it knows the missing files. A new ticket's response does
 * not name its first message.
 */
export function sentEntry(
  entries: readonly OutboxEntry[],
  { id }: { readonly id: string },
  ticketOfFirst: string | undefined,
): OutboxEntry | undefined {
  return entries.find(({ state, kind, ticketId, result }) => {
    if (state !== 'sent') return false;
    return kind === 'create'
      ? ticketId === ticketOfFirst
      : (result as { messageId?: unknown } | undefined)?.messageId === id;
  });
}
