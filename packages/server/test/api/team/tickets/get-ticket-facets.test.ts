import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTicketFacets } from '../../../../src/team/tickets/get-ticket-facets.ts';
import { aMember, aPlayer, aProject, aTicket, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  getTicketFacets,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: () => ({}),
    statuses: {
      400: changed({ query: `?projectId=${'x'.repeat(101)}` }),
    },
    // One more for every 25 projects.
    statements: { usual: 2 },
  },
  () => {
    test("200: facets are values of the newest visible tickets, and the types of the caller's projects", async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const ticketTypes = [{ type: 'zebra', label: 'Zebra' }];
      await team(server, 'PATCH', `/projects/${project.id}`, { ticketTypes });
      const player = await aPlayer(server, project);
      const id = await aTicket(server, player, {
        type: 'lag',
        context: { platform: 'PC', locale: 'de', appVersion: '2' },
      });
      await aTicket(server, player, { context: { platform: 'iOS', locale: null, appVersion: '10' } });
      await team(server, 'PATCH', `/tickets/${id}`, { tags: ['vip', 'Bug'] });
      const hidden = await aPlayer(server);
      await aTicket(server, hidden, { type: 'secret', context: { platform: 'secret' } });
      const member = await aMember(server, 'viewer', { projectIds: [project.id] });
      assert.deepEqual((await member.call('GET', '/tickets/facets')).body, {
        types: ['bug', 'lag', 'zebra'],
        platforms: ['PC', 'iOS'],
        appVersions: ['10', '2'],
        locales: ['de'],
        tags: ['Bug', 'vip'],
      });
      assert.deepEqual((await member.call('GET', `/tickets/facets?projectId=${hidden.project.id}`)).body.types, []);
      await team(server, 'PATCH', `/tickets/${id}`, { tags: ['vip'] });
      assert.deepEqual((await member.call('GET', '/tickets/facets')).body.tags, ['vip'], 'a change is there at once');
      await team(server, 'PATCH', `/projects/${project.id}`, { ticketTypes: [] });
      assert.deepEqual((await member.call('GET', '/tickets/facets')).body.types, ['bug', 'lag']);
      await team(server, 'PATCH', `/projects/${project.id}`, { ticketTypes });
      const { types, platforms } = (await team(server, 'GET', '/tickets/facets')).body;
      assert.ok(types.includes('secret') && types.includes('zebra') && types.includes('payment'));
      assert.deepEqual(platforms, ['PC', 'iOS', 'secret']);
    });
  },
);
