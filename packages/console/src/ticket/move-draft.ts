import type { Draft, Drafts, MessageKind } from '../data/outbox/drafts.ts';

const isBlank = ({ text, files = [] }: Draft) => text.trim() === '' && files.length === 0;

/**
 * Moves a text to the other kind of message, unless that has its own. A note keeps macros, but does
 * not use them.
 */
export function moveDraft(
  drafts: Pick<Drafts, 'newest' | 'set'>,
  ticketId: string,
  from: MessageKind,
  to: MessageKind,
) {
  const draft = drafts.newest(ticketId, from);
  if (from === to || isBlank(draft) || !isBlank(drafts.newest(ticketId, to))) return;
  drafts.set(ticketId, to, { ...draft, writtenAs: draft.writtenAs ?? from });
  drafts.set(ticketId, from, { text: '' });
}

/** Something in the ticket is written and not sent. */
export const hasDraft = (drafts: Pick<Drafts, 'get'>, ticketId: string) =>
  !isBlank(drafts.get(ticketId, 'reply')) || !isBlank(drafts.get(ticketId, 'note'));

/** A note only if nothing else was written. */
export function firstKind(drafts: Pick<Drafts, 'get'>, ticketId: string): MessageKind {
  return isBlank(drafts.get(ticketId, 'reply')) && !isBlank(drafts.get(ticketId, 'note')) ? 'note' : 'reply';
}
