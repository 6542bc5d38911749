import { type Build, compareParsedBuilds, isBuildNumber, parseBuild } from '@player-support/contract/builds';
import type { PlayerContext } from '@player-support/contract/team/players';

interface Named {
  readonly name: string;
  /** Undefined: comparable only by name. */
  readonly build: Build | undefined;
}

interface Issue {
  readonly builds: readonly string[];
  readonly platforms: readonly string[];
  readonly fixedInBuild: string | null;
}

/** Parses what an issue affects, to compare it with very many devices. */
export const affectedBy = ({ builds, platforms, fixedInBuild: fix }: Issue) => ({
  builds: builds.map(named),
  platforms: platforms.map(fold),
  fixedIn: fix === null ? undefined : { build: parseBuild(fix), isNumber: isBuildNumber(fix) },
});
export type Affected = ReturnType<typeof affectedBy>;

type OwnBuild = Pick<PlayerContext, 'appVersion' | 'buildNumber' | 'platform'>;

/** Parses a device's build, to compare it with all known issues. */
export const deviceOf = ({ appVersion, buildNumber, platform }: OwnBuild) => ({
  version: appVersion === null ? undefined : named(appVersion),
  number: buildNumber === null ? undefined : named(buildNumber),
  platform: fold(platform ?? ''),
});

type Device = ReturnType<typeof deviceOf>;

/**
 * Whether an issue is of this build and platform, or that is unknown. False if the build has the
 * fix.
 */
export function concerns({ builds, platforms, fixedIn }: Affected, { version, number, platform }: Device): boolean {
  if (fixedIn !== undefined) {
    const own = fixedIn.isNumber ? (number ?? version) : version;
    if ((compareParsedBuilds(own?.build, fixedIn.build) ?? -1) >= 0) return false;
  }
  const own = [version, number].filter((one) => one !== undefined);
  const isBuild = isUnknown(builds, own) || builds.some((build) => own.some((one) => isSameBuild(build, one)));
  return isBuild && (isUnknown(platforms, platform) || platforms.includes(platform));
}

const isUnknown = (affected: readonly unknown[], own: { readonly length: number }) =>
  affected.length === 0 || own.length === 0;

const fold = (text: string) => text.trim().toLowerCase();

const named = (text: string): Named => ({ name: fold(text), build: parseBuild(text) });

const isSameBuild = (one: Named, other: Named) =>
  one.name === other.name || compareParsedBuilds(one.build, other.build) === 0;
