interface Build {
  readonly numbers: readonly bigint[];
  /** The runs of digits and of letters after the hyphen. Undefined: a release. */
  readonly preRelease: readonly (bigint | string)[] | undefined;
}

const BUILD = /^v?(\d+(?:\.\d+)*)(?:-([0-9a-z]+(?:[.-][0-9a-z]+)*))?(?:\+[0-9a-z.-]+)?$/;
/** Longer texts are not read, so that a text of a player costs little. */
const MAX_LENGTH = 100;

/**
 * The order of builds, such as `1234`, `2.4.2`, `v2.4.2` and `2.4.2-rc1`. Numbers compare as numbers,
 * and missing ones are 0: `2.4` equals `2.4.0`. What is after a hyphen is a pre-release, which comes
 * before its release: `2.4.2-rc9`, `2.4.2-rc10`, `2.4.2`. What is after a plus sign does not count.
 * Upper and lower case are the same.
 *
 * @returns less than 0, 0, or more than 0. Undefined: one of them is no such build, so nobody knows
 */
export function compareBuilds(one: string, other: string): number | undefined {
  const [a, b] = [parse(one), parse(other)];
  return a === undefined || b === undefined ? undefined : compareParsed(a, b);
}

/** Whether a text is a build that can be compared with others. */
export const isBuild = (text: string): boolean => parse(text) !== undefined;

/** Whether a build is the wanted one or a later one. False if that is unknown. */
export function isBuildReached(build: string | null, wanted: string): boolean {
  const order = build === null ? undefined : compareBuilds(build, wanted);
  return order !== undefined && order >= 0;
}

function parse(text: string): Build | undefined {
  const [, numbers, preRelease] = (text.length <= MAX_LENGTH && BUILD.exec(text.trim().toLowerCase())) || [];
  if (numbers === undefined) return undefined;
  const runs = preRelease?.match(/\d+|[a-z]+/g);
  return {
    numbers: numbers.split('.').map(BigInt),
    preRelease: runs?.map((run) => (/^\d/.test(run) ? BigInt(run) : run)),
  };
}

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
