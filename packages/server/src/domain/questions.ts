import { DAY } from './time.ts';

/**
 * Questions that were asked before this time have ended: their messages are no longer in the inbox.
 * So nobody opens a ticket again that everybody has forgotten.
 */
export const oldestQuestion = ({ inboxDays }: { readonly inboxDays: number }, now: number): number =>
  now - inboxDays * DAY;
