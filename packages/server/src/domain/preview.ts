import { cutText, fromVisible } from '@player-support/contract/visible-text';

const PREVIEW_LENGTH = 140;
const COLLAPSIBLE = /\s{2}|[^\S ]/;

/** From the first visible character, trimmed, with white space collapsed, and cut to 140 code points. */
export function preview(message: string): string {
  const trimmed = fromVisible(message).trimEnd();
  return cutText(COLLAPSIBLE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed, PREVIEW_LENGTH);
}
