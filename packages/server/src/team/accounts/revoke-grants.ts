import type { Transaction } from '../../store/store.ts';

/**
 * Revokes what a member or key that loses access granted: deletes its invitations and password
 * links, and suspends its keys. The same holds for what those keys created, at any depth. The
 * member or key must be locked.
 */
export async function revokeGrantsOf(
  { apiKeys, invitations }: Pick<Transaction, 'apiKeys' | 'invitations'>,
  creatorId: string,
  now: number,
): Promise<void> {
  // A key may be creating another one right now. Suspending it waits for that, and the next round
  // sees the new key.
  while ((await apiKeys.suspendCreatedBy(creatorId, now)) > 0);
  await invitations.removeCreatedBy(creatorId);
}
