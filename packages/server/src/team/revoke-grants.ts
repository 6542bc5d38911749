import { type Access, hasRole } from '../domain/access.ts';
import type { Transaction } from '../store/store.ts';

/** How many grants ended because their creator lost access. */
export interface RevokedGrants {
  readonly suspendedKeys: number;
  readonly deletedLinks: number;
  /** The projects of the announcements that will not begin, one for each. */
  readonly withheldIn: readonly string[];
}

/**
 * Revokes the grants of a member or API key that loses access: deletes the links and suspends the
 * keys that it created, directly or through other keys. Retracts announcements of all these that
 * have not begun. The member or key must be locked.
 *
 * @param kept the access that it still has
 */
export async function revokeGrantsOf(
  { apiKeys, invitations, announcements }: Pick<Transaction, 'apiKeys' | 'invitations' | 'announcements'>,
  creatorId: string,
  now: number,
  kept?: Access,
): Promise<RevokedGrants> {
  let suspendedKeys = 0;
  // One of the keys may be creating another key right now. Suspending it waits for that
  // transaction. The next round then finds the new key.
  let round: number;
  do {
    round = await apiKeys.suspendCreatedBy(creatorId, now);
    suspendedKeys += round;
  } while (round > 0);
  const deletedLinks = await invitations.removeCreatedBy(creatorId);
  const projects = kept !== undefined && hasRole(kept, 'admin') ? kept.projectIds : [];
  return { suspendedKeys, deletedLinks, withheldIn: await announcements.withhold(creatorId, projects, now) };
}

/** What the audit log says about announcements that will not begin. */
export const withheldCount = (withheldIn: readonly string[]) =>
  withheldIn.length > 0 ? { withheldAnnouncements: withheldIn.length } : {};
