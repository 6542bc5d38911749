import type { Role } from '@player-support/contract/enums';

/** A member or key, as limits count it. */
export interface LimitedCaller {
  readonly type: 'member' | 'api_key';
  /** A member's own id. Of a key: who made the first of the keys that made it, or that key itself. */
  readonly firstCreator: string;
  readonly role: Role;
  /**
   * Throws AppError unless the access is still the same. Call it after a wait, before the work. Undefined:
   * the caller was authenticated just now.
   */
  readonly checkAgain?: () => Promise<void>;
}

const keysOf = (creator: string): string => `keys of ${creator}`;

/** The name under which a limit counts a caller. All keys of a creator count together. */
export const countedAs = ({ type, firstCreator }: LimitedCaller): string =>
  type === 'member' ? firstCreator : keysOf(firstCreator);

/** What a member uses, its keys lose. The reverse would let a program lock its member out. */
export const alsoCountedAs = ({ type, firstCreator }: LimitedCaller): string | undefined =>
  type === 'member' ? keysOf(firstCreator) : undefined;

/** Counts the taken places that leave less for this caller. */
export function placesTaken(caller: LimitedCaller, taken: Iterable<LimitedCaller>): number {
  const name = countedAs(caller);
  return [...taken].filter((one) => countedAs(one) === name || alsoCountedAs(one) === name).length;
}

/** A tenth of the places of all callers is kept for owners who have signed in. */
export const placesFor = ({ type, role }: LimitedCaller, all: number): number =>
  type === 'member' && role === 'owner' ? all : all - Math.floor(all / 10);
