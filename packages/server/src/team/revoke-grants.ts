import type { Role } from '@player-support/contract/enums';
import { type Access, hasRole } from '../domain/access.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Deletes links and suspends keys that a locked member or key losing access created, directly or
 * through other keys. Withholds what they would still send to players. `kept`: its remaining access.
 */
export async function revokeGrantsOf(
  { apiKeys, invitations, announcements, knownIssueAnswers }: Transaction,
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
  const projectsAs = (role: Role) => (kept !== undefined && hasRole(kept, role) ? kept.projectIds : []);
  const withheld: Withheld = {
    announcementsIn: await announcements.withhold(creatorId, projectsAs('admin'), now),
    answers: await knownIssueAnswers.stop(creatorId, projectsAs('agent')),
  };
  return { suspendedKeys, deletedLinks, withheld };
}

export interface Withheld {
  /** The project of each announcement that has not begun. */
  readonly announcementsIn: readonly string[];
  /** Unfinished answers to known issues. */
  readonly answers: number;
}

export const NOTHING_WITHHELD: Withheld = { announcementsIn: [], answers: 0 };

/** Tells the audit log how many announcements will not begin. */
export const withheldCount = ({ announcementsIn }: Withheld) =>
  announcementsIn.length > 0 ? { withheldAnnouncements: announcementsIn.length } : {};
