import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getHeldTickets } from '../../../../src/team/held-tickets/get-held-tickets.ts';
import { aProject, team, updateProject } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aHeldTicket } from '../../../helpers/things.ts';

testTeamOperation(
  getHeldTickets,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: ({ project }) => ({ params: { projectId: project.id } }),
    statuses: {
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    // And one for each known text.
    statements: {
      usual: 2,
      cases: {
        'with a known text': [
          4,
          async ({ server, project }) => {
            for (const _ of [1, 2]) await aHeldTicket(server, project);
            return { params: { projectId: project.id } };
          },
        ],
      },
    },
  },
  () => {
    suite('GetHeldTickets', () => {
      test('200: the number, the known texts and the mode', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const held = async () => (await team(server, 'GET', `/projects/${project.id}/held-tickets`)).body;
        const firstAt = new Date(server.clock.now).toISOString();
        const state = { at: firstAt, stormMode: 'automatic', holdingSince: null };
        const nothing = { ...state, count: 0, capped: false, knownTexts: [] };
        assert.deepEqual(await held(), nothing);
        await updateProject(server, project, { stormMode: 'on' });
        assert.deepEqual(await held(), { ...nothing, stormMode: 'on', holdingSince: firstAt });
        const spam = [await aHeldTicket(server, project, { subject: 'Hi', message: 'Free gems: example.org/1' })];
        await aHeldTicket(server, project, { message: 'I lost my sword.' });
        server.clock.advance(1000);
        spam.push(await aHeldTicket(server, project, { subject: 'Hi', message: 'FREE gems - example.org/2' }));
        const { knownTexts, ...rest } = await held();
        const lastAt = new Date(server.clock.now).toISOString();
        assert.deepEqual(rest, { at: lastAt, stormMode: 'off', holdingSince: null, count: 3, capped: false });
        const [{ textKey, ticketId, message, ...known }] = knownTexts;
        assert.equal(knownTexts.length, 1);
        assert.deepEqual(known, { count: 2, playersWroteMore: false, subject: 'Hi', firstAt, lastAt });
        assert.ok(spam.includes(ticketId));
        assert.match(message, /gems/);
        const listed = (await team(server, 'GET', `/tickets?view=held&textKey=${textKey}`)).body.tickets;
        assert.deepEqual(listed.map(({ id }: { id: string }) => id).toSorted(), spam.toSorted());
      });
    });
  },
);
