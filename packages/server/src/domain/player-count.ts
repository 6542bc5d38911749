import type { PlayerCount } from '@player-support/contract/team/announcements';
import { shareBefore } from './ids.ts';

/** An estimate is further off in one of 20 cases. */
const DEVIATIONS = 1.96;
/** If a sample has none, there are at most so many in as many players, in 19 of 20 cases. */
const NONE_FOUND = 3;

export const exactly = (players: number): PlayerCount => ({ players, precision: 'exact', margin: 0 });

export const atLeast = (players: number): PlayerCount => ({ players, precision: 'at-least', margin: 0 });

/**
 * Player ids are hashes, so those before `last` are a random sample. `found`: counted ones of it.
 */
export function estimated(found: number, last: string): PlayerCount {
  const share = shareBefore(last);
  // The sample ends at the first possible id: it is empty.
  if (!(share > 0)) return atLeast(found);
  const margin = found === 0 ? NONE_FOUND / share : (DEVIATIONS * Math.sqrt(found)) / share;
  return { players: Math.round(found / share), precision: 'estimate', margin: Math.ceil(margin) };
}
