import { PlayerDataResponse } from '@player-support/contract/team/player-data';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import { TEST_PLAYER } from './player-data.ts';

export const testPlayerData = operation({
  id: 'TestPlayerData',
  tag: 'Projects',
  summary: 'Ask your own service for data about a test player',
  description: `The id of the test player is \`${TEST_PLAYER.player_id}\`, its \`userId\` is null, and \`verified\` is false. Waits up to 3 seconds.`,
  method: 'POST',
  url: '/api/v1/team/projects/:projectId/player-data/test',
  auth: 'team',
  role: 'admin',
  storesNothing: true,
  waitsForOthers: true,
  needs: ['limits', 'playerData'],
  success: { status: 200, schema: PlayerDataResponse },

  async handle({ caller, params }, { store, limits, playerData }) {
    using _slot = await playerData.enter(caller);
    const project = await findProject(store, caller, params.projectId);
    limits.consumeByCaller('testNotification', caller);
    return { status: 200, body: await playerData.ask(project, TEST_PLAYER) };
  },
});
