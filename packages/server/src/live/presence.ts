import type { PresenceState } from '@player-support/contract/enums';
import type { Presence } from '@player-support/contract/team/events';
import { SECOND } from '../domain/time.ts';

export interface PresenceUpdate {
  readonly memberId: string;
  readonly name: string;
  readonly projectId: string;
  readonly ticketId: string;
  readonly state: PresenceState;
  /** Undefined: a node of the last release sent it. */
  readonly canAnswer?: boolean;
  /** `gone` because one node has no stream of the member. Another node may have one. */
  readonly left?: true;
}

/** Without an update. */
const EXPIRY_MS = 40 * SECOND;
const MAX_ENTRIES = 5000;
/** More than the windows that a member looks at, few for an attacker. */
const MAX_ENTRIES_OF_MEMBER = 5;

type Entry = PresenceUpdate & { readonly state: 'viewing' | 'writing'; readonly expiresAt: number };

/** Who has which ticket open, by last updates. Only in memory. */
export function createPresence(elapsed: () => number) {
  /** By member and ticket, the oldest update first. */
  const entries = new Map<string, Entry>();

  function remove(key: string, entry: Entry): Entry {
    entries.delete(key);
    return entry;
  }

  return {
    /**
     * Returns an update for each changed ticket: this one, and the oldest if there are too many.
     */
    update(update: PresenceUpdate): PresenceUpdate[] {
      const key = `${update.memberId} ${update.ticketId}`;
      const isNew = !entries.delete(key);
      const { state } = update;
      if (state === 'gone') return [update];
      entries.set(key, { ...update, state, expiresAt: elapsed() + EXPIRY_MS });
      if (!isNew) return [update];
      const all = [...entries];
      const own = all.filter(([, { memberId }]) => memberId === update.memberId);
      let oldest = all.length > MAX_ENTRIES ? all[0] : undefined;
      if (own.length > MAX_ENTRIES_OF_MEMBER) [oldest] = own;
      return oldest === undefined ? [update] : [update, remove(...oldest)];
    },

    /** Returns the removed entries. */
    expire(): PresenceUpdate[] {
      const now = elapsed();
      const expired = [...entries].filter(([, { expiresAt }]) => expiresAt <= now);
      return expired.map((entry) => remove(...entry));
    },

    ofMember: (memberId: string): PresenceUpdate[] =>
      [...entries.values()].filter((entry) => entry.memberId === memberId),

    /** Whether another member who may answer this ticket has it open. */
    isOpenElsewhere: (ticketId: string, memberId: string): boolean =>
      [...entries.values()].some(
        (entry) => entry.ticketId === ticketId && entry.memberId !== memberId && entry.canAnswer !== false,
      ),

    /** Sorted by name. */
    onTicket: (ticketId: string): Presence[] =>
      [...entries.values()]
        .filter((entry) => entry.ticketId === ticketId)
        .map(({ memberId, name, state }) => ({ memberId, name, state }))
        .sort((a, b) => a.name.localeCompare(b.name) || (a.memberId < b.memberId ? -1 : 1)),
  };
}

/** After it, a member who opened the offered ticket is present. */
const OFFER_MS = 10 * SECOND;
const MAX_OFFERS = 5000;

/** Tickets just offered as the next one. Only of this process. */
export function createOffers(elapsed: () => number) {
  /** By member, oldest first. */
  const offers = new Map<string, { readonly ticketId: string; readonly until: number }>();
  return {
    /** Another member was offered it. */
    isTaken: (ticketId: string, memberId: string): boolean =>
      [...offers].some(([id, offer]) => id !== memberId && offer.ticketId === ticketId && offer.until > elapsed()),
    /** Replaces this member's last offer. */
    add(ticketId: string, memberId: string): void {
      offers.delete(memberId);
      offers.set(memberId, { ticketId, until: elapsed() + OFFER_MS });
      const [oldest] = offers.keys();
      if (offers.size > MAX_OFFERS && oldest !== undefined) offers.delete(oldest);
    },
  };
}
