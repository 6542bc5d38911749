import type { Role } from '@player-support/contract/enums';

/** A member or key, as limits count it. */
export interface CountedCaller {
  readonly type: 'member' | 'api_key';
  /** The member. Of a key: who created the first key of its chain, or that key if nobody did. */
  readonly responsibleId: string;
  /**
   * The admin whose limits the responsible member shares: who invited the member, or the first
   * of a chain of invitations. Without one, and for an owner who has signed in, the member.
   */
  readonly inviterId: string;
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

export const isOwner = ({ type, role }: Pick<CountedCaller, 'type' | 'role'>): boolean =>
  type === 'member' && role === 'owner';

/**
 * Whether this caller finds none of `all` places free. A tenth is kept for owners who have signed
 * in. An admin and everybody they invited get half: inviting multiplies nothing.
 */
export function isFullFor(caller: CountedCaller, taken: readonly CountedCaller[], all: number): boolean {
  if (isOwner(caller)) return taken.length >= all;
  const { responsibleId, inviterId } = caller;
  const ofOthers = taken.filter((one) => one.inviterId === inviterId && one.responsibleId !== responsibleId);
  return taken.length >= all - Math.floor(all / 10) || ofOthers.length >= all / 2;
}
