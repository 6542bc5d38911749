import { shortText } from '@player-support/contract/visible-text';
import type { Draft } from './drafts.ts';

const MAX_SHOWN = 200;

export interface UnsentReply {
  /** The first words. Empty: there are only files. */
  readonly text: string;
  readonly files: readonly string[];
}

/** Undefined: neither text nor files. */
export function unsentReply({ text, files = [] }: Pick<Draft, 'text' | 'files'>): UnsentReply | undefined {
  const words = text.trim();
  if (words === '' && files.length === 0) return undefined;
  return { text: shortText(words, MAX_SHOWN), files: files.map(({ name }) => name) };
}

/** A draft in a ticket with this status would be forgotten. */
export const isResolvedOrClosed = (status: string | undefined): status is 'resolved' | 'closed' =>
  status === 'resolved' || status === 'closed';
