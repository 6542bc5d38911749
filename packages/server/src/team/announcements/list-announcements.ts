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

  async handle({ caller, query }, { store }) {
    const { projectId } = query;
    const rows = await (projectId === undefined
      ? store.announcements.list()
      : store.announcements.listOfProject(projectId));
    return {
      status: 200,
      body: {
        announcements: rows.filter(({ project_id }) => canAccessProject(caller, project_id)).map(presentAnnouncement),
      },
    };
  },
});
