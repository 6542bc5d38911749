import { SECOND } from '../domain/time.ts';

/** After this time, a member who opened the offered ticket is present in it. */
const OFFER_MS = 10 * SECOND;
const MAX_OFFERS = 5000;

/** Which ticket each member was offered as the next one, a moment ago. Only of this process. */
export function createOffers(clock: () => number) {
  /** By member, the oldest offer first. */
  const offers = new Map<string, { readonly ticketId: string; readonly until: number }>();
  return {
    /** Whether another member was offered this ticket. */
    isTaken: (ticketId: string, memberId: string): boolean =>
      [...offers].some(([id, offer]) => id !== memberId && offer.ticketId === ticketId && offer.until > clock()),
    /** Remembers an offer, instead of the last one of this member. */
    add(ticketId: string, memberId: string): void {
      offers.delete(memberId);
      offers.set(memberId, { ticketId, until: clock() + OFFER_MS });
      const [oldest] = offers.keys();
      if (offers.size > MAX_OFFERS && oldest !== undefined) offers.delete(oldest);
    },
  };
}
