import type { PlayerCount } from '@player-support/contract/team/announcements';
import { shareBefore } from './ids.ts';

/** How many standard deviations an estimate differs by in one of 20 cases. */
const DEVIATIONS = 1.96;
/**
 * If a sample has none of something, there are at most so many in as many players. In 19 of 20
 * cases.
 */
const NONE_FOUND = 3;

export const exactly = (players: number): PlayerCount => ({ players, precision: 'exact', margin: 0 });

export const atLeast = (players: number): PlayerCount => ({ players, precision: 'at-least', margin: 0 });

/**
 * An estimate from the players whose ids come first. Ids of players are hashes, so these are a
 * random sample, and the share of all possible ids before the last one is the share of players that
 * it has.
 *
 * @param found how many players of the sample are counted
 * @param last the last id of the sample
 */
export function estimated(found: number, last: string): PlayerCount {
  const share = shareBefore(last);
  // A sample that ends at the first possible id is none.
  if (!(share > 0)) return atLeast(found);
  const margin = found === 0 ? NONE_FOUND / share : (DEVIATIONS * Math.sqrt(found)) / share;
  return { players: Math.round(found / share), precision: 'estimate', margin: Math.ceil(margin) };
}
