import { MAX_COUNTED_READS } from '@player-support/contract/limits';
import { AnnouncementReach, type PlayerCount } from '@player-support/contract/team/announcements';
import { hasEnded, hasStarted } from '../../domain/announcements.ts';
import { estimated, exactly } from '../../domain/player-count.ts';
import { operation } from '../../operations/operation.ts';
import { requireVisible } from './check-announcement.ts';
import { REACH_COUNT_MS, reachOf } from './count-reach.ts';

export const getAnnouncementReach = operation({
  id: 'GetAnnouncementReach',
  tag: 'Announcements',
  summary: 'Count who got and read an announcement',
  description: `Polls write nothing, so \`reached\` follows from when players were last seen. Up to ${MAX_COUNTED_READS} reads are counted one by one.`,
  method: 'GET',
  url: '/api/v1/team/announcements/:announcementId/reach',
  auth: 'team',
  role: 'viewer',
  needs: ['expensiveReads'],
  success: { status: 200, schema: AnnouncementReach },

  async handle({ caller, params, now }, { store, expensiveReads }) {
    const announcement = requireVisible(caller, await store.announcements.byId(params.announcementId));
    const { announcement_id: id, reached: stored } = announcement;
    const run = <T>(read: () => Promise<T>) => expensiveReads.run(caller, read);
    const { count, last } = await run(() => store.announcements.countReads(id, MAX_COUNTED_READS));
    const reads = count === MAX_COUNTED_READS && last !== null ? estimated(count, last) : exactly(count);
    // The cast: the job stored one.
    const kept = stored === null ? null : (JSON.parse(stored) as PlayerCount);
    const isCountable = hasStarted(announcement, now) && !hasEnded(announcement, now - REACH_COUNT_MS);
    const counted = kept ?? (isCountable ? await reachOf(store, announcement, run) : null);
    // Readers have received it.
    const reached = counted !== null && counted.players < reads.players ? reads : counted;
    return { status: 200, body: { reads, reached, isFinal: kept !== null } };
  },
});
