import { MAX_INBOX_MESSAGES } from '@player-support/contract/limits';
import { PlayerAnnouncementsResponse } from '@player-support/contract/team/players';
import type { InboxContent } from '../../domain/inbox-content.ts';
import { DAY, iso, isoOrNull } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { findPlayer } from './find-player.ts';

export const listAnnouncementsOfPlayer = operation({
  id: 'ListAnnouncementsOfPlayer',
  tag: 'Players',
  summary: "List the announcements in a player's inbox",
  description: `Those that are shown now and are not older than 90 days, at most ${MAX_INBOX_MESSAGES}. A full inbox can have fewer.`,
  method: 'GET',
  url: '/api/v1/team/players/:playerId/announcements',
  auth: 'team',
  role: 'viewer',
  needs: ['projectCache'],
  success: { status: 200, schema: PlayerAnnouncementsResponse },

  async handle({ caller, params, now }, { store, projectCache, config }) {
    const { player_id, project_id } = await findPlayer(store, caller, params.playerId);
    const project = await projectCache.byId(project_id);
    if (project === undefined) throw new AppError('not-found');
    const wanted = project.announcements.wanted(now);
    if (wanted.announcements === 0) return { status: 200, body: { announcements: [] } };
    const [reader, receipts] = await Promise.all([
      store.playerReads.recipient(player_id, JSON.parse(wanted.knownIssues) as string[]),
      store.playerReads.receipts(player_id),
    ]);
    if (reader === undefined) throw new AppError('not-found');
    const announcements = project.announcements
      .inInboxOf(reader, now, now - config.inboxDays * DAY)
      .slice(0, MAX_INBOX_MESSAGES)
      .map(({ id, seenFrom, content }) => ({
        id,
        title: (JSON.parse(content) as InboxContent).title,
        shownSince: iso(seenFrom),
        readAt: isoOrNull(receipts.get(id) ?? null),
      }));
    return { status: 200, body: { announcements } };
  },
});
