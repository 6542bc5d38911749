import { SECOND } from '../domain/time.ts';

/** After it, a member who opened the offered ticket is present. */
const OFFER_MS = 10 * SECOND;
const MAX_OFFERS = 5000;

/** Tickets just offered as the next one. Only of this process. */
export function createOffers(clock: () => number) {
  /** By member, oldest first. */
  const offers = new Map<string, { readonly ticketId: string; readonly until: number }>();
  return {
    /** Another member was offered it. */
    isTaken: (ticketId: string, memberId: string): boolean =>
      [...offers].some(([id, offer]) => id !== memberId && offer.ticketId === ticketId && offer.until > clock()),
    /** Replaces this member's last offer. */
    add(ticketId: string, memberId: string): void {
      offers.delete(memberId);
      offers.set(memberId, { ticketId, until: clock() + OFFER_MS });
      const [oldest] = offers.keys();
      if (offers.size > MAX_OFFERS && oldest !== undefined) offers.delete(oldest);
    },
  };
}
