import { type Build, compareParsedBuilds, isBuildNumber, parseBuild } from '@player-support/contract/builds';
import type { PlayerContext } from '@player-support/contract/team/players';

interface Named {
  readonly name: string;
  /** Undefined: comparable only by name. */
  readonly build: Build | undefined;
}

/** Parsed once, and compared with very many devices. */
export interface Affected {
  readonly builds: readonly Named[];
  readonly platforms: readonly string[];
  readonly fixedIn: { readonly build: Build | undefined; readonly isNumber: boolean } | undefined;
}

/** Parsed once for all known issues. */
export interface Device {
  readonly version: Named | undefined;
  readonly number: Named | undefined;
  readonly platform: string;
}

export const affectedBy = ({
  builds,
  platforms,
  fixedInBuild,
}: {
  readonly builds: readonly string[];
  readonly platforms: readonly string[];
  readonly fixedInBuild: string | null;
}): Affected => ({
  builds: builds.map(named),
  platforms: platforms.map(fold),
  fixedIn:
    fixedInBuild === null ? undefined : { build: parseBuild(fixedInBuild), isNumber: isBuildNumber(fixedInBuild) },
});

export const deviceOf = ({
  appVersion,
  buildNumber,
  platform,
}: Pick<PlayerContext, 'appVersion' | 'buildNumber' | 'platform'>): Device => ({
  version: appVersion === null ? undefined : named(appVersion),
  number: buildNumber === null ? undefined : named(buildNumber),
  platform: fold(platform ?? ''),
});

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
