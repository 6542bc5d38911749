import { compareBuilds, comparedBuild, isBuild, isBuildNumber } from '@player-support/contract/builds';
import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { ownLocales } from '@player-support/contract/locales';
import type { Audience } from '@player-support/contract/team/announcements';
import type { PlayerContext } from '@player-support/contract/team/players';
import { isId } from './ids.ts';

export interface Recipient {
  readonly playerId: string;
  /** As the game names its user. */
  readonly userId: string | null;
  readonly context: PlayerContext;
  /** Those of its tickets, and those with "me too". */
  readonly knownIssues: ReadonlyMap<string, unknown>;
}

/** Both must be true. */
export function audienceTest(audience: Audience) {
  const { minBuild, maxBuild, knownIssueId } = audience;
  const platforms = audience.platforms && new Set(audience.platforms.map(fold));
  const locales = audience.locales && new Set<string>(audience.locales);
  const players = audience.players && new Set(audience.players);
  return {
    /** Depends only on what the game says of its build and device. */
    fitsContext: (context: PlayerContext): boolean =>
      (platforms === undefined || (context.platform !== null && platforms.has(fold(context.platform)))) &&
      (locales === undefined || ownLocales(context.locale).some((locale) => locales.has(locale))) &&
      (minBuild === undefined || (orderOf(context, minBuild) ?? -1) >= 0) &&
      (maxBuild === undefined || (orderOf(context, maxBuild) ?? 1) <= 0),
    fitsPlayer: ({ playerId, userId, knownIssues }: Omit<Recipient, 'context'>): boolean =>
      (players === undefined || players.has(playerId) || isListedUser(players, userId)) &&
      (knownIssueId === undefined || knownIssues.has(knownIssueId)),
  };
}

export type AudienceTest = ReturnType<typeof audienceTest>;

/** A game can send any user id, also of another player. */
const isListedUser = (listed: ReadonlySet<string>, userId: string | null): boolean =>
  userId !== null && listed.has(userId) && !isId('player', userId);

export const isInAudience = (audience: Audience, player: Recipient): boolean => {
  const test = audienceTest(audience);
  return test.fitsContext(player.context) && test.fitsPlayer(player);
};

const fold = (text: string) => text.trim().toLowerCase();

/** Compares the player's build with a bound. Undefined: unknown. */
function orderOf(context: PlayerContext, bound: string): number | undefined {
  const build = comparedBuild(context, bound);
  return build === null ? undefined : compareBuilds(build, bound);
}

/** Returns an audience as stored. Null: it says nothing. `problems`: its builds are wrong. */
export function cleanAudience(sent: Audience): { audience: Audience | null; problems: FieldProblems } {
  const { platforms, locales, minBuild, maxBuild, players, knownIssueId } = sent;
  const problems: FieldProblems = {};
  for (const [name, build] of Object.entries({ minBuild, maxBuild })) {
    if (build !== undefined && !isBuild(build)) problems[`audience.${name}`] = [fieldProblem('wrong-build')];
  }
  if (minBuild !== undefined && maxBuild !== undefined && Object.keys(problems).length === 0) {
    if (isBuildNumber(minBuild) !== isBuildNumber(maxBuild)) {
      problems['audience.maxBuild'] = [fieldProblem('build-kinds-differ')];
    } else if ((compareBuilds(minBuild, maxBuild) ?? 0) > 0) {
      problems['audience.maxBuild'] = [fieldProblem('builds-reversed')];
    }
  }
  const audience: Audience = {
    ...(platforms && { platforms: distinct(platforms) }),
    ...(locales && { locales: [...new Set(locales)] }),
    ...(minBuild && { minBuild: minBuild.trim() }),
    ...(maxBuild && { maxBuild: maxBuild.trim() }),
    ...(players && { players: distinct(players) }),
    ...(knownIssueId && { knownIssueId }),
  };
  return { audience: Object.keys(audience).length === 0 ? null : audience, problems };
}

const distinct = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()))];
