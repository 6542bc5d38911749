import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateKnownIssue } from '../../../../src/team/known-issues/update-known-issue.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, team } from '../../../helpers/builders.ts';
import { aKnownIssue, aLinkedTicket, aPublicIssue } from '../../../helpers/known-issues.ts';
import { settingsChange, ticketChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';

testTeamOperation(
  updateKnownIssue,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { knownIssueId: await aKnownIssue(server, project) },
      body: { title: HIDDEN, description: HIDDEN },
    }),
    statuses: {
      400: changed({ body: { title: '' } }),
      404: changed({ params: { knownIssueId: 'kni_a' } }),
    },
    statements: { usual: 7 },
    changeFeed: ({ project }) => [ticketChange(project, null), settingsChange('known-issues')],
  },
  async () => {
    const server = await sharedServer();

    test('200: absent fields stay; tickets show the new title', async () => {
      const { issueId, ticketId } = await aLinkedTicket(server, await aProject(server));
      const path = `/known-issues/${issueId}`;
      const fields = { notes: { en: 'We know.' }, builds: ['1.0'], fixedInBuild: '1.1', state: 'identified' };
      assert.equal((await team(server, 'PATCH', path, fields)).status, 200);
      server.clock.advance(1000);
      const { body } = await team(server, 'PATCH', path, { title: 'Crash on start', fixedInBuild: null });
      assert.deepEqual(
        [body.title, body.notes, body.builds, body.fixedInBuild, body.state, body.tickets],
        ['Crash on start', { en: 'We know.' }, ['1.0'], null, 'identified', 1],
      );
      assert.notEqual(body.updatedAt, body.createdAt);
      const ticket = (await team(server, 'GET', `/tickets/${ticketId}`)).body;
      assert.deepEqual(ticket.knownIssue, { id: issueId, title: 'Crash on start' });
      assertInvalid(await team(server, 'PATCH', path, { projectId: 'prj_a' }), `/api/v1/team${path}`, 'projectId');
    });

    test('what players see is read again only after a change of what they see', async () => {
      const player = await aPlayer(server);
      const issueId = await aPublicIssue(server, player.project);
      const { publicOfProject } = server.store.knownIssues;
      let reads = 0;
      server.store.knownIssues.publicOfProject = (projectId) => {
        if (projectId === player.project.id) reads++;
        return publicOfProject(projectId);
      };
      const readsAfter = async (change: object) => {
        assert.equal((await team(server, 'PATCH', `/known-issues/${issueId}`, change)).status, 200);
        const { token } = player;
        assert.equal((await server.call('GET', '/api/v1/player/known-issues', { token })).status, 200);
        return reads;
      };
      assert.equal(await readsAfter({ notes: { en: 'We know it.' } }), 1);
      for (const same of [{ title: 'Other' }, { description: 'Text' }, { state: 'investigating' }, { links: [] }]) {
        assert.equal(await readsAfter(same), 1, JSON.stringify(same));
      }
      assert.equal(await readsAfter({ state: 'identified' }), 2);
      assert.equal(await readsAfter({ builds: ['2.4.1'] }), 3);
      assert.equal(await readsAfter({ platforms: ['iOS'] }), 4);
      assert.equal(await readsAfter({ fixedInBuild: '2.5' }), 5);
    });
  },
);
