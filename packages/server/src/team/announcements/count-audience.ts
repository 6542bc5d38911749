import { AUDIENCE_ACTIVE_DAYS, MAX_COUNTED_PLAYERS } from '@player-support/contract/limits';
import { AudienceCount, CountAudienceRequest } from '@player-support/contract/team/announcements';
import { canAccessProject } from '../../domain/access.ts';
import { cleanAudience } from '../../domain/audience.ts';
import { DAY } from '../../domain/time.ts';
import { invalid, refuseProblems } from '../../errors.ts';
import { countPlayers } from '../../operations/count-players.ts';
import { operation } from '../../operations/operation.ts';
import { audienceProblems } from './check-announcement.ts';

export const countAudience = operation({
  id: 'CountAudience',
  tag: 'Announcements',
  summary: 'Count the players of an audience',
  description: `Sends nothing. Counts the players of an audience who started the game or wrote in the last ${AUDIENCE_ACTIVE_DAYS} days. It reads at most ${MAX_COUNTED_PLAYERS} players: with more, the number is an estimate.`,
  method: 'POST',
  url: '/api/v1/team/announcements/count-audience',
  auth: 'team',
  role: 'admin',
  body: CountAudienceRequest,
  storesNothing: true,
  needs: ['expensiveReads'],
  success: { status: 200, schema: AudienceCount },

  async handle({ body, caller, now }, { store, expensiveReads }) {
    const { projectId } = body;
    const project = canAccessProject(caller, projectId) ? await store.projects.byId(projectId) : undefined;
    if (project === undefined) throw invalid('projectId', 'unknown-project');
    const { audience, problems } = cleanAudience(body.audience ?? {});
    refuseProblems({ ...problems, ...(await audienceProblems(store, projectId, audience)) });
    const seenSince = now - AUDIENCE_ACTIVE_DAYS * DAY;
    const count = await countPlayers(store, { projectId, audience, seenSince }, (read) =>
      expensiveReads.run(caller, read),
    );
    return { status: 200, body: { ...count, activeDays: AUDIENCE_ACTIVE_DAYS } };
  },
});
