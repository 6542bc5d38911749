import type { Draft } from './drafts.ts';

const MAX_SHOWN = 200;

/** What a member wrote to the player of a ticket and did not send. */
export interface UnsentReply {
  /** Its beginning. Empty: there are only files. */
  readonly text: string;
  /** The names of its files. */
  readonly files: readonly string[];
}

/** Undefined: nothing was written, and no file was added. */
export function unsentReply({ text, files = [] }: Pick<Draft, 'text' | 'files'>): UnsentReply | undefined {
  const words = text.trim();
  if (words === '' && files.length === 0) return undefined;
  const characters = [...words];
  return {
    text: characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : words,
    files: files.map(({ name }) => name),
  };
}

/** Whether a draft would be forgotten in a ticket that gets this status. */
export const isResolvedOrClosed = (status: string | undefined): status is 'resolved' | 'closed' =>
  status === 'resolved' || status === 'closed';
