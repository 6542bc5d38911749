import { DAY } from '../domain/time.ts';

/**
 * Times of what polls with `since` find. They never go back, though the clock can: a client sends
 * the time of its last poll, or of its last message.
 */
export function createInboxTimes() {
  /** That this process has told players. One a day ahead was an error. */
  let latest = 0;

  /** Notes that a player is told this time. Returns it, or a later one that was told before. */
  function noteTold(now: number): number {
    if (now > latest || now < latest - DAY) latest = now;
    return latest;
  }

  return {
    noteTold,
    /**
     * When polls find a new message or mark. `last`: of the player's last message, perhaps by the
     * clock of another node. Lock the player.
     */
    nextTime(now: number, last: number | null): number {
      const told = noteTold(now);
      // Later than it, so that ids of both sort. With a right clock they do in one millisecond.
      return last !== null && last >= told && last > now ? last + 1 : told;
    },
  };
}

export type InboxTimes = ReturnType<typeof createInboxTimes>;
