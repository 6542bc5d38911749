import type { OutboxEntry } from '@player-support/client';

/** A file of a message, as the service tells of it. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** A path of the service that expires. null: the file cannot be read now. */
  readonly url: string | null;
  /** Why, if it waits for the scanner or was infected. */
  readonly scan?: 'waiting' | 'infected' | (string & {});
}

/** The files of a message. The SDK does not know them: they are an extension of the player API. */
export function attachmentsOf(message: object): readonly Attachment[] {
  const { attachments } = message as { attachments?: unknown };
  return Array.isArray(attachments) ? attachments : [];
}

/**
 * The entry from which a message was sent, if the outbox still has it: it knows which files the
 * message is sent without. The response to a new ticket does not name its first message.
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
