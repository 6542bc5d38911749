import type { Transaction } from '../store/store.ts';

/** How many grants ended because their creator lost access. */
export interface RevokedGrants {
  readonly suspendedKeys: number;
  readonly deletedLinks: number;
}

/**
 * Revokes the grants of a member or API key that loses access: deletes the links and suspends the
 * keys that it created, directly or through other keys. The member or key must be locked. Returns
 * how many keys and links ended.
 */
export async function revokeGrantsOf(
  { apiKeys, invitations }: Pick<Transaction, 'apiKeys' | 'invitations'>,
  creatorId: string,
  now: number,
): Promise<RevokedGrants> {
  let suspendedKeys = 0;
  // One of the keys may be creating another key right now. Suspending it waits for that
  // transaction. The next round then finds the new key.
  let round: number;
  do {
    round = await apiKeys.suspendCreatedBy(creatorId, now);
    suspendedKeys += round;
  } while (round > 0);
  return { suspendedKeys, deletedLinks: await invitations.removeCreatedBy(creatorId) };
}
