import type { Transaction } from '../../store/store.ts';

/** What other people may see. The path can be a secret. */
export const webhookHost = (address: string) => new URL(address).host;

/** Removes it with what waits for it. Returns its host, if any. Lock the member first. */
export async function removeWebhook(
  { notificationSettings, deliveries }: Pick<Transaction, 'notificationSettings' | 'deliveries'>,
  memberId: string,
  now: number,
): Promise<string | undefined> {
  const removed = await notificationSettings.removeChannel(memberId, 'webhook');
  if (removed === undefined) return undefined;
  await deliveries.dropWaiting(memberId, 'webhook', now);
  return webhookHost(removed.address ?? '');
}
