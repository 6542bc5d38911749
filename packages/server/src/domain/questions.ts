import { DAY } from './time.ts';

/** Earlier questions have ended, so that nobody reopens a forgotten ticket. */
export const oldestQuestion = ({ inboxDays }: { readonly inboxDays: number }, now: number): number =>
  now - inboxDays * DAY;
