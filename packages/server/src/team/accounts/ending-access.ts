import type { Transaction } from '../../store/store.ts';

/**
 * Ends what a member or key that loses access handed out: deletes its invitations and password links, and suspends its
 * keys. The same holds for everything that those keys made, and so on. The member or key must be locked.
 */
export async function endWhatWasMadeBy(
  { apiKeys, invitations }: Pick<Transaction, 'apiKeys' | 'invitations'>,
  makerId: string,
  now: number,
): Promise<void> {
  // A key may be making another one at this moment. Suspending it waits for that, and the next round sees the new key.
  while ((await apiKeys.suspendMadeBy(makerId, now)) > 0);
  await invitations.removeMadeBy(makerId);
}
