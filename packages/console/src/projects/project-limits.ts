import type { ProjectLimits } from '@player-support/contract/team/projects';

type Limit = keyof ProjectLimits;
export type TypedLimits = Readonly<Record<Limit, string>>;

export const LIMITS = [
  'newPlayersPerAddress',
  'newPlayersPerProject',
  'newPlayerTicketsPerAddress',
  'newPlayerTicketsPerProject',
] as const satisfies readonly Limit[];
/** The maximum of the server. */
const MAX_LIMIT = 1_000_000;

const eachLimit = <T>(limitOf: (name: Limit) => T): Record<Limit, T> => ({
  newPlayersPerAddress: limitOf('newPlayersPerAddress'),
  newPlayersPerProject: limitOf('newPlayersPerProject'),
  newPlayerTicketsPerAddress: limitOf('newPlayerTicketsPerAddress'),
  newPlayerTicketsPerProject: limitOf('newPlayerTicketsPerProject'),
});

/** Reads a whole number from 0 to 1,000,000. NaN: it is invalid. */
function readLimit(typed: string): number {
  const digits = typed.trim();
  const limit = /^[0-9]+$/.test(digits) ? Number(digits) : Number.NaN;
  return limit <= MAX_LIMIT ? limit : Number.NaN;
}

export const typedLimits = (limits: ProjectLimits): TypedLimits => eachLimit((name) => String(limits[name]));

export const readLimits = (typed: TypedLimits): ProjectLimits => eachLimit((name) => readLimit(typed[name]));

export const invalidLimits = (limits: ProjectLimits): Limit[] => LIMITS.filter((name) => Number.isNaN(limits[name]));
