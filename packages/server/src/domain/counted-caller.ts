import type { Role } from '@player-support/contract/enums';

/** A member or key, as limits count it. */
export interface CountedCaller {
  readonly type: 'member' | 'api_key';
  /** The member. Of a key: who created the first key of its chain, or that key if nobody did. */
  readonly responsibleId: string;
  readonly role: Role;
  /**
   * Throws AppError unless the access is still the same. Call it after a wait, before the work or
   * before its result is sent. Undefined: the caller was authenticated just now.
   */
  readonly checkAgain?: () => Promise<void>;
}

const keysOf = (responsibleId: string): string => `keys of ${responsibleId}`;

/** The name under which a limit counts a caller. All keys of one `responsibleId` count together. */
export const countedAs = ({ type, responsibleId }: CountedCaller): string =>
  type === 'member' ? responsibleId : keysOf(responsibleId);

/** What a member uses, its keys lose. The reverse would let a program lock its member out. */
export const alsoCountedAs = ({ type, responsibleId }: CountedCaller): string | undefined =>
  type === 'member' ? keysOf(responsibleId) : undefined;

/** Counts the taken places that leave less for this caller. */
export function placesTaken(caller: CountedCaller, taken: Iterable<CountedCaller>): number {
  const name = countedAs(caller);
  return [...taken].filter((one) => countedAs(one) === name || alsoCountedAs(one) === name).length;
}

/** A tenth of the places of all callers is kept for owners who have signed in. */
export const placesFor = ({ type, role }: CountedCaller, all: number): number =>
  type === 'member' && role === 'owner' ? all : all - Math.floor(all / 10);
