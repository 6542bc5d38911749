import type { PlayerContext } from '@player-support/contract/team/players';
import { HOUR } from '../time.ts';

/** What the radar counts by. */
export interface BuildKey {
  /** Empty: the game did not say. */
  readonly build: string;
  readonly platform: string;
}

export type SeriesKey = BuildKey & { readonly type: string };

/**
 * Active players of a build and platform in an hour. With fewer, a few people could make any number
 * look unlikely.
 */
export const MIN_ACTIVE_PLAYERS = 20;
/** Per hour, once in each. */
export const MAX_SERIES_OF_PLAYER = 3;

/** For names without room: games choose them, so their number is limited. */
export const REST = '*';
export const REST_OF_BUILDS: BuildKey = { build: REST, platform: REST };

/** Hours since 1970, UTC. */
export const hourOf = (time: number) => Math.floor(time / HOUR);

export const buildKeyOf = ({ appVersion, platform }: Pick<PlayerContext, 'appVersion' | 'platform'>): BuildKey => ({
  build: ownName(appVersion),
  platform: ownName(platform),
});

/** A game's own `*` must differ from REST. */
export const ownName = (name: string | null) => (name === REST ? '* ' : (name ?? ''));

export const nameOf = (...parts: readonly string[]) => parts.join('\0');
