import { cutText } from '@player-support/contract/visible-text';

const PREVIEW_LENGTH = 140;
const COLLAPSIBLE = /\s{2}|[^\S ]/;

/** Trimmed, with white space collapsed, and cut to 140 code points. */
export function preview(message: string): string {
  const trimmed = message.trim();
  return cutText(COLLAPSIBLE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed, PREVIEW_LENGTH);
}
