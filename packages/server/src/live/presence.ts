import type { PresenceState } from '@player-support/contract/enums';
import type { Presence } from '@player-support/contract/team/events';
import { SECOND } from '../domain/time.ts';

/** Somebody's word about a ticket. */
export interface Word {
  readonly memberId: string;
  readonly name: string;
  readonly projectId: string;
  readonly ticketId: string;
  readonly state: PresenceState;
  /** Gone because a node had no stream of the member any more; another one may have. */
  readonly left?: true;
}

const FORGOTTEN = 40 * SECOND;
/** Words that are kept; the oldest make room. */
const MOST = 5000;

type Kept = Word & { readonly state: 'viewing' | 'writing'; readonly until: number };

/** Who is on which ticket, by the last word of each; in memory only. */
export function createPresence(clock: () => number) {
  /** By member and ticket, the oldest word first. */
  const words = new Map<string, Kept>();

  function drop(key: string, word: Kept): Kept {
    words.delete(key);
    return word;
  }

  return {
    /** Takes a word, and gives those whose tickets changed: it and what had to make room. */
    say(word: Word): Word[] {
      const key = `${word.memberId} ${word.ticketId}`;
      words.delete(key);
      const { state } = word;
      if (state !== 'gone') words.set(key, { ...word, state, until: clock() + FORGOTTEN });
      const [oldest] = words.size > MOST ? words : [];
      return oldest === undefined ? [word] : [word, drop(...oldest)];
    },

    /** Forgets whom nothing was heard of any more, and gives their words. */
    expire(): Word[] {
      const now = clock();
      const expired = [...words].filter(([, { until }]) => until <= now);
      return expired.map((entry) => drop(...entry));
    },

    ofMember: (memberId: string): Word[] => [...words.values()].filter((word) => word.memberId === memberId),

    /** Who is on a ticket now, by name. */
    onTicket: (ticketId: string): Presence[] =>
      [...words.values()]
        .filter((word) => word.ticketId === ticketId)
        .map(({ memberId, name, state }) => ({ memberId, name, state }))
        .sort((a, b) => a.name.localeCompare(b.name) || (a.memberId < b.memberId ? -1 : 1)),
  };
}
