import type { PresenceState } from '@player-support/contract/enums';
import type { Presence } from '@player-support/contract/team/events';
import { SECOND } from '../domain/time.ts';

/** What a console says about its member and a ticket. */
export interface PresenceUpdate {
  readonly memberId: string;
  readonly name: string;
  readonly projectId: string;
  readonly ticketId: string;
  readonly state: PresenceState;
  /** Whether the member may answer the ticket. Undefined: a node of the last release sent it. */
  readonly canAnswer?: boolean;
  /**
   * Set if the state is `gone` because the member has no stream on one node. The member may still
   * have a stream on another node.
   */
  readonly left?: true;
}

/** A member is gone after this time without an update. */
const EXPIRY_MS = 40 * SECOND;
const MAX_ENTRIES = 5000;
/** Of one member. More than the windows that somebody looks at, and few for an attacker. */
const MAX_ENTRIES_OF_MEMBER = 5;

type Entry = PresenceUpdate & { readonly state: 'viewing' | 'writing'; readonly expiresAt: number };

/** Which members have which ticket open, by their last updates. It is in memory only. */
export function createPresence(clock: () => number) {
  /** By member and ticket, the oldest update first. */
  const entries = new Map<string, Entry>();

  function remove(key: string, entry: Entry): Entry {
    entries.delete(key);
    return entry;
  }

  return {
    /**
     * Applies an update. Returns an update for each ticket whose presence changed: this one, and
     * the oldest one if it was removed because there are too many, of the member or of all.
     */
    update(update: PresenceUpdate): PresenceUpdate[] {
      const key = `${update.memberId} ${update.ticketId}`;
      const isNew = !entries.delete(key);
      const { state } = update;
      if (state === 'gone') return [update];
      entries.set(key, { ...update, state, expiresAt: clock() + EXPIRY_MS });
      if (!isNew) return [update];
      const own = [...entries].filter(([, { memberId }]) => memberId === update.memberId);
      const [oldest] = own.length > MAX_ENTRIES_OF_MEMBER ? own : entries.size > MAX_ENTRIES ? entries : [];
      return oldest === undefined ? [update] : [update, remove(...oldest)];
    },

    /** Removes expired entries and returns them. */
    expire(): PresenceUpdate[] {
      const now = clock();
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

    /** The members that have this ticket open, sorted by name. */
    onTicket: (ticketId: string): Presence[] =>
      [...entries.values()]
        .filter((entry) => entry.ticketId === ticketId)
        .map(({ memberId, name, state }) => ({ memberId, name, state }))
        .sort((a, b) => a.name.localeCompare(b.name) || (a.memberId < b.memberId ? -1 : 1)),
  };
}
