import type { Role } from '@player-support/contract/enums';
import { type Access, hasRole } from '../domain/access.ts';
import type { Available } from '../operations/context.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Deletes links, ends support codes and suspends keys of a locked member or key losing access, and
 * of the keys that it created. Ends what they would still send. `kept`: its remaining access.
 */
export async function revokeGrantsOf(
  { apiKeys, invitations, supportCodes, announcements, knownIssueAnswers }: Transaction,
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
  await supportCodes.cancelCreatedBy(creatorId, now);
  const projectsAs = (role: Role) => (kept !== undefined && hasRole(kept, role) ? kept.projectIds : []);
  const unsent: Unsent = {
    announcementsIn: await announcements.withhold(creatorId, projectsAs('admin'), now),
    answers: await knownIssueAnswers.stop(creatorId, projectsAs('agent')),
  };
  return { suspendedKeys, deletedLinks, unsent };
}

/** What will not be sent, because access was lost. */
export interface Unsent {
  /** The project of each announcement that has not begun. */
  readonly announcementsIn: readonly string[];
  /** Unfinished answers to known issues. */
  readonly answers: number;
}

export const NOTHING_UNSENT: Unsent = { announcementsIn: [], answers: 0 };

/** Tells the audit log what will not be sent. */
export const unsentDetails = ({ announcementsIn, answers }: Unsent) => ({
  ...(announcementsIn.length > 0 ? { withheldAnnouncements: announcementsIn.length } : {}),
  ...(answers > 0 ? { stoppedAnswers: answers } : {}),
});

type Told = Pick<Available, 'projectCache' | 'live'>;

/** Tells nodes and consoles what will not be sent. */
export function tellUnsent({ projectCache, live }: Told, { announcementsIn, answers }: Unsent): void {
  for (const id of new Set(announcementsIn)) projectCache.forget(id);
  if (announcementsIn.length > 0) live.settingsChanged('announcements');
  if (answers > 0) live.settingsChanged('known-issues');
}

/** The same, and that the access of a member has changed. */
export function tellNewAccess(told: Told, unsent: Unsent): void {
  told.live.settingsChanged('members');
  told.live.settingsChanged('api-keys');
  tellUnsent(told, unsent);
}
