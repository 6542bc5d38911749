import type { ProjectLimits } from '@player-support/contract/team/projects';

type Limit = keyof ProjectLimits;
/** The limits as they are typed. */
export type TypedLimits = Readonly<Record<Limit, string>>;

/** In the order in which they are shown. */
export const LIMITS = [
  'newPlayersPerAddress',
  'newPlayersPerProject',
  'newPlayerTicketsPerAddress',
  'newPlayerTicketsPerProject',
] as const satisfies readonly Limit[];
/** The server accepts no more. */
const MOST = 1_000_000;

const eachLimit = <T>(limitOf: (name: Limit) => T): Record<Limit, T> => ({
  newPlayersPerAddress: limitOf('newPlayersPerAddress'),
  newPlayersPerProject: limitOf('newPlayersPerProject'),
  newPlayerTicketsPerAddress: limitOf('newPlayerTicketsPerAddress'),
  newPlayerTicketsPerProject: limitOf('newPlayerTicketsPerProject'),
});

/** The whole number from 0 to 1,000,000 that was typed; NaN for anything else. */
function readLimit(typed: string): number {
  const digits = typed.trim();
  const limit = /^[0-9]+$/.test(digits) ? Number(digits) : Number.NaN;
  return limit <= MOST ? limit : Number.NaN;
}

export const typedLimits = (limits: ProjectLimits): TypedLimits => eachLimit((name) => String(limits[name]));

/** The typed limits as numbers, each NaN if it is wrong. */
export const readLimits = (typed: TypedLimits): ProjectLimits => eachLimit((name) => readLimit(typed[name]));

/** The names of the limits that are wrong. */
export const wrongLimits = (limits: ProjectLimits): Limit[] => LIMITS.filter((name) => Number.isNaN(limits[name]));
