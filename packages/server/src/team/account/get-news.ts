import { LIVE_NOTIFICATION_KINDS } from '@player-support/contract/enums';
import { MAX_NEWS, NEWS_WINDOW_MS } from '@player-support/contract/limits';
import { NewsQuery, NewsResponse } from '@player-support/contract/team/news';
import { isQuiet } from '../../domain/local-time.ts';
import { iso } from '../../domain/time.ts';
import { readNews } from '../../notifications/news-of-member.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { settingsOf } from './notification-settings.ts';

export const getNews = operation({
  id: 'GetNews',
  tag: 'Account',
  summary: 'Get what happened in the last minutes',
  description: `The news of the last ${NEWS_WINDOW_MS / 60_000} minutes, newest first, without what you did and without your quiet hours. A change can appear a moment after its time, so ask again for the whole window and ignore what you know.`,
  method: 'GET',
  url: '/api/v1/team/account/news',
  auth: 'member',
  role: 'viewer',
  query: NewsQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: NewsResponse },

  async handle({ caller, query, now }, { store, live, expensiveReads }) {
    const setting = await settingsOf(store, caller.id);
    const isLoud = (time: number) => !isQuiet(time, setting);
    if (!isLoud(now)) return { status: 200, body: { news: [] } };
    const asked = query.kinds.split(',');
    const projects = await visibleProjects(store, caller);
    const request = {
      memberId: caller.id,
      projectIds: projects.map(({ project_id }) => project_id),
      kinds: LIVE_NOTIFICATION_KINDS.filter((kind) => asked.includes(kind)),
      waitingMinutes: setting.waiting_minutes,
    };
    const news = await expensiveReads.run(caller, () =>
      // Kept for a second, in which the window hardly moves.
      live.ticketCache.read(JSON.stringify(['news', request]), request.projectIds, () =>
        readNews(store, { ...request, from: now - NEWS_WINDOW_MS, to: now }),
      ),
    );
    return {
      status: 200,
      body: {
        news: news
          .filter(({ at }) => isLoud(at))
          .sort((one, other) => other.at - one.at)
          .slice(0, MAX_NEWS)
          .map(({ kind, ticket_id, at }) => ({ kind, ticketId: ticket_id, at: iso(at) })),
      },
    };
  },
});
