import { type Access, hasRole } from '../domain/access.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Deletes links and suspends keys that a locked member or key losing access created, directly or
 * through other keys. Retracts future announcements, and returns their projects. `kept`: its
 * remaining access.
 */
export async function revokeGrantsOf(
  { apiKeys, invitations, announcements }: Pick<Transaction, 'apiKeys' | 'invitations' | 'announcements'>,
  creatorId: string,
  now: number,
  kept?: Access,
) {
  let suspendedKeys = 0;
  // A key may be creating another one now. Suspending it waits for that, and the next round finds
  // the new key.
  let round: number;
  do {
    round = await apiKeys.suspendCreatedBy(creatorId, now);
    suspendedKeys += round;
  } while (round > 0);
  const deletedLinks = await invitations.removeCreatedBy(creatorId);
  const projects = kept !== undefined && hasRole(kept, 'admin') ? kept.projectIds : [];
  const withheldIn: readonly string[] = await announcements.withhold(creatorId, projects, now);
  return { suspendedKeys, deletedLinks, withheldIn };
}

/** Tells the audit log how many announcements will not begin. */
export const withheldCount = (withheldIn: readonly string[]) =>
  withheldIn.length > 0 ? { withheldAnnouncements: withheldIn.length } : {};
