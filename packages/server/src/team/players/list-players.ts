import { MAX_FOUND_PLAYERS } from '@player-support/contract/limits';
import { PlayersQuery, PlayersResponse } from '@player-support/contract/team/players';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { presentPlayer } from './present-player.ts';

export const listPlayers = operation({
  id: 'ListPlayers',
  tag: 'Players',
  summary: 'List the players with a user ID',
  description:
    'Players of all your projects with exactly this `userId`. The game sends this id, and the server does not verify it.',
  method: 'GET',
  url: '/api/v1/team/players',
  auth: 'team',
  role: 'viewer',
  query: PlayersQuery,
  success: { status: 200, schema: PlayersResponse },

  async handle({ caller, query }, { store }) {
    const projectIds = (await visibleProjects(store, caller)).map(({ project_id }) => project_id);
    const found = await store.players.byUserId(projectIds, query.userId);
    const players = found.toSorted((a, b) => b.last_seen_at - a.last_seen_at).slice(0, MAX_FOUND_PLAYERS);
    return { status: 200, body: { players: players.map(presentPlayer) } };
  },
});
