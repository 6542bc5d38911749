import { AnnouncementsQuery, AnnouncementsResponse } from '@player-support/contract/team/announcements';
import { canAccessProject } from '../../domain/access.ts';
import { inTurns } from '../../domain/in-turns.ts';
import { nextTurn } from '../../domain/next-turn.ts';
import type { JsonBytes } from '../../operations/json-text.ts';
import { operation } from '../../operations/operation.ts';
import { ANNOUNCEMENTS_PER_PAGE, type StoredAnnouncement } from '../../store/announcements.ts';
import { presentAnnouncement } from './present-announcement.ts';

export const listAnnouncements = operation({
  id: 'ListAnnouncements',
  tag: 'Announcements',
  summary: 'List announcements',
  description: 'Newest first.',
  method: 'GET',
  url: '/api/v1/team/announcements',
  auth: 'team',
  role: 'viewer',
  query: AnnouncementsQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: AnnouncementsResponse },

  handle({ caller, query }, { store, expensiveReads }) {
    const { projectId } = query;
    const wanted = projectId === undefined ? caller.projectIds : [projectId];
    const projectIds = wanted?.filter((id) => canAccessProject(caller, id)) ?? null;
    return expensiveReads.run(caller, async () => {
      const pieces = [Buffer.from('{"announcements":[')];
      let separator = '';
      let page: StoredAnnouncement[] = [];
      do {
        if (page.length > 0) await nextTurn();
        page = await store.announcements.list(projectIds, page.at(-1)?.announcement_id);
        await inTurns(page, (one) => {
          pieces.push(Buffer.from(separator + JSON.stringify(presentAnnouncement(one))));
          separator = ',';
        });
      } while (page.length === ANNOUNCEMENTS_PER_PAGE);
      // The cast: the pieces form one such text.
      const body = Buffer.concat([...pieces, Buffer.from(']}')]) as JsonBytes<AnnouncementsResponse>;
      return { status: 200, body } as const;
    });
  },
});
