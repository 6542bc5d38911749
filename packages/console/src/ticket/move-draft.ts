import type { Draft, Drafts, MessageKind } from '../data/outbox/drafts.ts';

/** Whether nothing was written. */
const isBlank = ({ text, files = [] }: Draft) => text.trim() === '' && files.length === 0;

/**
 * Takes what was written along to the other kind of message, unless that has a text or files. Its
 * macros go along, and a note does not use them.
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

/** Whether something in the ticket is written and not sent. */
export const hasDraft = (drafts: Pick<Drafts, 'get'>, ticketId: string) =>
  !isBlank(drafts.get(ticketId, 'reply')) || !isBlank(drafts.get(ticketId, 'note'));

/** The kind that a ticket opens with: a note only if nothing else was written. */
export function firstKind(drafts: Pick<Drafts, 'get'>, ticketId: string): MessageKind {
  return isBlank(drafts.get(ticketId, 'reply')) && !isBlank(drafts.get(ticketId, 'note')) ? 'note' : 'reply';
}
