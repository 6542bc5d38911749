import { AnnouncementsQuery, AnnouncementsResponse } from '@player-support/contract/team/announcements';
import { canAccessProject } from '../../domain/access.ts';
import { operation } from '../../operations/operation.ts';
import { presentAnnouncement } from './present-announcement.ts';

export const listAnnouncements = operation({
  id: 'ListAnnouncements',
  summary: 'List announcements',
  description: 'Newest first.',
  method: 'GET',
  url: '/api/v1/team/announcements',
  auth: 'team',
  role: 'viewer',
  query: AnnouncementsQuery,
  success: { status: 200, schema: AnnouncementsResponse },

  handle({ caller, query }, { store, expensiveReads }) {
    const { projectId } = query;
    const wanted = projectId === undefined ? caller.projectIds : [projectId];
    const projectIds = wanted?.filter((id) => canAccessProject(caller, id)) ?? null;
    return expensiveReads.run(caller.id, async () => {
      const announcements = (await store.announcements.list(projectIds)).map(presentAnnouncement);
      return { status: 200, body: { announcements } } as const;
    });
  },
});
