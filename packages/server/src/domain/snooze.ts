import type { PlayerContext } from '@player-support/contract/team/players';
import { isBuildReached } from './build-order.ts';

/** What a snoozed ticket waits for. With neither, it waits for the player to write. */
export interface Snooze {
  readonly until: number | null;
  readonly build: string | null;
}

const WHOLE_NUMBER = /^\d+$/;

/**
 * Whether a player has the build that a ticket waits for, or a later one. A whole number is compared
 * with the build number, if the player has one: `1234` would come after every version.
 */
export function hasBuild({ appVersion, buildNumber }: PlayerContext, wanted: string): boolean {
  return isBuildReached(WHOLE_NUMBER.test(wanted) ? (buildNumber ?? appVersion) : appVersion, wanted);
}
