import { cutText, fromVisible } from '@player-support/contract/visible-text';

const PREVIEW_LENGTH = 140;
const COLLAPSIBLE = /\s{2}|[^\S ]/;

/** Begins at the first visible character, collapses white space, and cuts to 140 code points. */
export function preview(message: string): string {
  const trimmed = fromVisible(message).trimEnd();
  return cutText(COLLAPSIBLE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed, PREVIEW_LENGTH);
}
