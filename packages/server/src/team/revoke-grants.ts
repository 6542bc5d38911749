import type { Transaction } from '../store/store.ts';

/** How much ended because somebody lost access. */
export interface RevokedGrants {
  readonly suspendedKeys: number;
  readonly deletedLinks: number;
}

/**
 * Revokes what a member or key that loses access granted: deletes its invitations and password
 * links, and suspends its keys. The same holds for what those keys created, at any depth. The
 * member or key must be locked. Gives how many keys and links ended now.
 */
export async function revokeGrantsOf(
  { apiKeys, invitations }: Pick<Transaction, 'apiKeys' | 'invitations'>,
  creatorId: string,
  now: number,
): Promise<RevokedGrants> {
  let suspendedKeys = 0;
  // A key may be creating another one right now. Suspending it waits for that, and the next round
  // sees the new key.
  let round: number;
  do {
    round = await apiKeys.suspendCreatedBy(creatorId, now);
    suspendedKeys += round;
  } while (round > 0);
  return { suspendedKeys, deletedLinks: await invitations.removeCreatedBy(creatorId) };
}
