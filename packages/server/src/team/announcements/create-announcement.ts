import { MAX_ANNOUNCEMENTS, MAX_OPEN_ANNOUNCEMENTS } from '@player-support/contract/limits';
import { AnnouncementResponse, CreateAnnouncementRequest } from '@player-support/contract/team/announcements';
import { type Access, canAccessProject } from '../../domain/access.ts';
import { newId } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { bodyHash } from '../../operations/idempotency.ts';
import { created, operation } from '../../operations/operation.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';
import type { Transaction } from '../../store/store.ts';
import { lockGrantor } from '../grants.ts';
import { announcementValues, checkAnnouncement, PLAIN, requireRoom, startOf } from './check-announcement.ts';
import { presentAnnouncement } from './present-announcement.ts';

export const createAnnouncement = operation({
  id: 'CreateAnnouncement',
  tag: 'Announcements',
  summary: 'Create an announcement',
  description: `It appears in the inbox of every player of the project, or of its audience. A project has at most ${MAX_ANNOUNCEMENTS} announcements, of which at most ${MAX_OPEN_ANNOUNCEMENTS} have not ended. A request that repeats an Idempotency-Key gets the announcement as it is now.`,
  method: 'POST',
  url: '/api/v1/team/announcements',
  auth: 'team',
  role: 'admin',
  body: CreateAnnouncementRequest,
  idempotent: true,
  audited: true,
  needs: ['projectCache'],
  success: { status: 201, schema: AnnouncementResponse },

  async handle(call, { store, projectCache, live }) {
    const { body, caller, now, idempotencyKey } = call;
    const { projectId } = body;
    const announcement = {
      ...announcementValues(PLAIN, body),
      announcement_id: newId('announcement', now),
      project_id: projectId,
      starts_at: startOf(body, now),
      // Polls leave out what is older than their `since`.
      created_at: store.inbox.noteTold(now),
      retracted_at: null,
      reached: null,
      // With the caller's id, so that two members can use the same key.
      request_key: idempotencyKey === undefined ? null : `${caller.id} ${idempotencyKey}`,
      body_hash: idempotencyKey === undefined ? null : bodyHash(body),
      author_id: caller.id,
    };
    const stored = await audited(call, store, async (tx) => {
      // Callers who lose access must not leave an announcement behind.
      const author = await lockGrantor(tx, caller, now);
      const first = await ofSameKey(tx, author, announcement);
      if (first !== undefined) return [first, undefined];
      await checkAnnouncement(tx, author, announcement, now);
      await requireRoom(tx, announcement, now);
      // At this moment a request with the same key creates one in another project.
      if (!(await tx.announcements.insert(announcement))) throw new AppError('idempotency-conflict');
      return [announcement, { target: announcement.announcement_id, projectId }];
    });
    if (stored === announcement) {
      projectCache.forget(projectId);
      live.settingsChanged('announcements');
    }
    return created(`/api/v1/team/announcements/${stored.announcement_id}`, presentAnnouncement(stored));
  },
});

/**
 * Finds that of an earlier request with the same Idempotency-Key. Locks the project, so that
 * requests wait. Throws `idempotency-conflict` for another body or lost access.
 */
async function ofSameKey(
  { projects, announcements }: Pick<Transaction, 'projects' | 'announcements'>,
  caller: Access,
  { project_id, request_key, body_hash }: StoredAnnouncement,
): Promise<StoredAnnouncement | undefined> {
  if (request_key === null || !canAccessProject(caller, project_id)) return undefined;
  await projects.lock(project_id);
  const first = await announcements.byRequestKey(request_key);
  if (first === undefined) return undefined;
  if (first.body_hash !== body_hash || !canAccessProject(caller, first.project_id)) {
    throw new AppError('idempotency-conflict');
  }
  return first;
}
