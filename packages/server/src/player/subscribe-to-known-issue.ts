import { AppError } from '../errors.ts';
import { operation } from '../operations/operation.ts';
import { withToken } from '../operations/with-token.ts';

export const subscribeToKnownIssue = operation({
  id: 'SubscribeToKnownIssue',
  tag: 'Known issues',
  summary: 'Say that the player has a known issue too',
  description:
    'The team sees how many players say so. When it is fixed and the player has that build, the inbox says so. A repeated request changes nothing, and neither does one of a player who has a ticket about it.',
  method: 'POST',
  url: '/api/v1/player/known-issues/:knownIssueId/subscribe',
  auth: 'player',
  limits: ['reply'],
  needs: ['publicIssues'],
  success: { status: 204 },
  failures: [409],

  async handle({ caller, params, now }, { store, live, publicIssues }) {
    const { knownIssueId: known_issue_id } = params;
    const { player_id } = caller.session;
    const issues = await publicIssues.of(caller.project.project_id);
    if (!issues.some(({ id }) => id === known_issue_id)) throw new AppError('not-found');
    const isNew = await store.transaction(async (tx) => {
      // Each player locks only itself, so many can subscribe at once.
      const player = await withToken(tx, caller.session, await tx.players.lock(player_id));
      if (player.blocked !== 0) throw new AppError('player-blocked');
      if (await tx.subscriptions.hasTicket({ player_id, known_issue_id })) return false;
      return tx.subscriptions.add({ player_id, known_issue_id, created_at: now, told_at: null });
    });
    if (isNew) live.knownIssueCounted();
    return { status: 204 };
  },
});
