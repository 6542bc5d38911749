import type { PlayerContext } from '@player-support/contract/team/players';
import { HOUR } from '../time.ts';

/** What of a player's context the radar counts by. */
export interface BuildKey {
  /** The version of the game. Empty: the game did not say. */
  readonly build: string;
  readonly platform: string;
}

export interface SeriesKey extends BuildKey {
  /** The ticket type. */
  readonly type: string;
}

/**
 * The least number of active players of a build and platform in an hour. With fewer, a few people
 * who agree could make any number of tickets look unlikely: nothing is learned, and no spike told.
 */
export const MIN_ACTIVE_PLAYERS = 20;
/** In so many series a player counts in an hour, once in each. */
export const MAX_SERIES_OF_PLAYER = 3;

/** The name of what had no room. Games choose the names, so their number is limited. */
export const REST = '*';
export const REST_OF_BUILDS: BuildKey = { build: REST, platform: REST };

/** Hours since 1970, UTC. */
export const hourOf = (time: number) => Math.floor(time / HOUR);

export const buildKeyOf = ({ appVersion, platform }: Pick<PlayerContext, 'appVersion' | 'platform'>): BuildKey => ({
  build: ownName(appVersion),
  platform: ownName(platform),
});

/** What a game calls `*` is not what had no room. */
export const ownName = (name: string | null) => (name === REST ? '* ' : (name ?? ''));

/** The name of a series or of a part of it, for a map. */
export const nameOf = (...parts: readonly string[]) => parts.join('\0');
