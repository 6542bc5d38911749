import type { PlayerContext } from './team/players.ts';

/** The numbers, what is after a hyphen, and after a plus sign. Lower case. */
const BUILD = /^v?(\d+(?:\.\d+)*)(?:-([0-9a-z]+(?:[.-][0-9a-z]+)*))?(?:\+[0-9a-z.-]+)?$/;
/** Longer texts of players are not read, so that they cost little. */
const MAX_LENGTH = 100;

export interface Build {
  readonly numbers: readonly bigint[];
  /** Runs of digits and letters after the hyphen. Undefined: a release. */
  readonly preRelease: readonly (bigint | string)[] | undefined;
}

/** Undefined: it cannot be compared. */
export function parseBuild(text: string): Build | undefined {
  const [, numbers, preRelease] = (text.length <= MAX_LENGTH && BUILD.exec(text.trim().toLowerCase())) || [];
  if (numbers === undefined) return undefined;
  const runs = preRelease?.match(/\d+|[a-z]+/g);
  return {
    numbers: numbers.split('.').map(BigInt),
    preRelease: runs?.map((run) => (/^\d/.test(run) ? BigInt(run) : run)),
  };
}

export const isBuild = (text: string): boolean => parseBuild(text) !== undefined;

/**
 * The order of builds, such as `1234`, `2.4.2`, `v2.4.2` and `2.4.2-rc1`. Numbers compare as
 * numbers, and missing ones are 0: `2.4` equals `2.4.0`. What is after a hyphen is a pre-release,
 * which comes before its release: `2.4.2-rc9`, `2.4.2-rc10`, `2.4.2`. What is after a plus sign
 * does not count. Upper and lower case are the same.
 *
 * @returns less than 0, 0, or more than 0. Undefined: one of them is no such build, so nobody knows
 */
export function compareBuilds(one: string, other: string): number | undefined {
  return compareParsedBuilds(parseBuild(one), parseBuild(other));
}

export const compareParsedBuilds = (one: Build | undefined, other: Build | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : compareParsed(one, other);

/** Returns whether it is the wanted build or a later one. False if unknown. */
export function isBuildReached(build: string | null, wanted: string): boolean {
  const order = build === null ? undefined : compareBuilds(build, wanted);
  return order !== undefined && order >= 0;
}

const WHOLE_NUMBER = /^\d+$/;

/** True if a build is compared with a player's build number, not the version. */
export const isBuildNumber = (build: string): boolean => WHOLE_NUMBER.test(build.trim());

type Installed = Pick<PlayerContext, 'appVersion' | 'buildNumber'>;

/**
 * Compares a whole number with the build number, if known: as a version, `1234` would come last.
 */
export const comparedBuild = ({ appVersion, buildNumber }: Installed, other: string): string | null =>
  isBuildNumber(other) ? (buildNumber ?? appVersion) : appVersion;

export const hasBuild = (installed: Installed, wanted: string): boolean =>
  isBuildReached(comparedBuild(installed, wanted), wanted);

/** A whole number is a build number. */
export const fieldsOfBuild = (build: string): Installed =>
  isBuildNumber(build) ? { appVersion: null, buildNumber: build } : { appVersion: build, buildNumber: null };

function compareParsed(a: Build, b: Build): number {
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index++) {
    const order = compareValues(a.numbers[index] ?? 0n, b.numbers[index] ?? 0n);
    if (order !== 0) return order;
  }
  if (a.preRelease === undefined || b.preRelease === undefined) {
    return compareValues(Number(a.preRelease === undefined), Number(b.preRelease === undefined));
  }
  for (const [index, run] of a.preRelease.entries()) {
    const other = b.preRelease[index];
    if (other === undefined) return 1;
    // As in SemVer, numbers come before letters.
    const order = typeof run === typeof other ? compareValues(run, other) : compareValues(typeof run, typeof other);
    if (order !== 0) return order;
  }
  return a.preRelease.length - b.preRelease.length;
}

const compareValues = <Value extends bigint | number | string>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);
