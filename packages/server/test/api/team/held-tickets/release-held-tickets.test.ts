import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_HELD_PER_REQUEST } from '@player-support/contract/limits';
import { releaseHeldTickets } from '../../../../src/team/held-tickets/release-held-tickets.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, team, unlimited, updateProject } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aHeldTicket } from '../../../helpers/things.ts';

testTeamOperation(
  releaseHeldTickets,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => {
      const ticketId = await aHeldTicket(server, project);
      return { about: ticketId, params: { projectId: project.id }, body: { ticketIds: [ticketId] } };
    },
    statuses: {
      400: changed({ body: { ticketIds: [] } }),
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    // Each further ticket needs four more.
    statements: {
      usual: 6,
      cases: {
        'by time': [
          7,
          async ({ server, project }) => {
            await aHeldTicket(server, project);
            return { params: { projectId: project.id }, body: { until: new Date(server.clock.now).toISOString() } };
          },
        ],
      },
    },
    changeFeed: ({ project, about }) => [ticketChange(project, about)],
  },
  () => {
    suite('ReleaseHeldTickets', () => {
      test('200: a released ticket is in the queue, and has waited since it was created', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const id = await aHeldTicket(server, project);
        const createdAt = new Date(server.clock.now).toISOString();
        const release = (body: object) => team(server, 'POST', `/projects/${project.id}/held-tickets/release`, body);
        assert.deepEqual((await team(server, 'GET', '/tickets')).body.tickets, []);
        server.clock.advance(3_600_000);
        assert.deepEqual((await release({ ticketIds: [id] })).body, { tickets: [id], more: false });
        const [ticket] = (await team(server, 'GET', '/tickets')).body.tickets;
        assert.deepEqual([ticket.id, ticket.held, ticket.attentionSince], [id, false, createdAt]);
        assert.equal((await team(server, 'GET', `/projects/${project.id}/held-tickets`)).body.count, 0);
        assert.deepEqual((await release({ ticketIds: [id] })).body, { tickets: [], more: false }, 'again');
      });

      test('200: one text, and only tickets that were there at that time', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const spam = [
          await aHeldTicket(server, project, { message: 'Free gems 1!' }),
          await aHeldTicket(server, project, { message: 'free GEMS 22' }),
        ];
        const honest = await aHeldTicket(server, project, { message: 'I cannot log in.' });
        const until = new Date(server.clock.now).toISOString();
        server.clock.advance(1);
        const later = await aHeldTicket(server, project, { message: 'Free gems' });
        const { knownTexts } = (await team(server, 'GET', `/projects/${project.id}/held-tickets`)).body;
        assert.deepEqual(
          knownTexts.map(({ count }: { count: number }) => count),
          [3],
        );
        const release = async (body: object) =>
          (await team(server, 'POST', `/projects/${project.id}/held-tickets/release`, body)).body;
        const { textKey } = knownTexts[0];
        assert.deepEqual(await release({ until, textKey }), { tickets: spam.toSorted(), more: false });
        assert.deepEqual(await release({ until }), { tickets: [honest], more: false });
        const held = (await team(server, 'GET', '/tickets?view=held')).body.tickets;
        assert.deepEqual(
          held.map(({ id, held }: { id: string; held: boolean }) => [id, held]),
          [[later, true]],
        );
      });

      test(`200: at most ${MAX_HELD_PER_REQUEST} tickets, and whether there are more`, async (t) => {
        const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
        const project = await aProject(server);
        await unlimited(server, project);
        await updateProject(server, project, { stormMode: 'on' });
        const count = MAX_HELD_PER_REQUEST + 5;
        for (let index = 0; index < count; index++) await aTicket(server, await aPlayer(server, project));
        const body = { until: new Date(server.clock.now).toISOString() };
        const path = `/projects/${project.id}/held-tickets/release`;
        const [one, other] = await Promise.all([team(server, 'POST', path, body), team(server, 'POST', path, body)]);
        const released = [...one.body.tickets, ...other.body.tickets];
        assert.equal(new Set(released).size, released.length);
        let more = true;
        while (more) {
          const reply = await team(server, 'POST', path, body);
          released.push(...reply.body.tickets);
          more = reply.body.more;
        }
        assert.equal(new Set(released).size, count);
        assert.equal(released.length, count);
        assert.equal((await team(server, 'GET', '/tickets/counts')).body.attention.count, count);
      });

      test('400: neither ids nor a time, both, and a text without a time', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const id = await aHeldTicket(server, project);
        const path = `/api/v1/team/projects/${project.id}/held-tickets/release`;
        const until = new Date(server.clock.now).toISOString();
        for (const [body, ...fields] of [
          [{}, 'ticketIds'],
          [{ ticketIds: [id], until }, 'ticketIds'],
          [{ ticketIds: [id], textKey: 'x' }, 'textKey'],
          [{ until: 'yesterday' }, 'until'],
        ] as const) {
          assertInvalid(await team(server, 'POST', path.replace('/api/v1/team', ''), body), path, ...fields);
        }
        assert.equal((await team(server, 'GET', `/projects/${project.id}/held-tickets`)).body.count, 1);
      });

      test('200: unknown tickets and those of other projects are left out', async (t) => {
        const server = await startServer(t);
        const [project, other] = [await aProject(server), await aProject(server)];
        const foreign = await aHeldTicket(server, other);
        const open = await aTicket(server, await aPlayer(server, project));
        const ticketIds = [foreign, open, 'x', `tkt_${'a'.repeat(42)}`];
        const reply = await team(server, 'POST', `/projects/${project.id}/held-tickets/release`, { ticketIds });
        assert.deepEqual(reply.body, { tickets: [], more: false });
        const most = Array.from({ length: MAX_HELD_PER_REQUEST }, (_none, index) => `tkt_${index}`);
        const unknown = { ticketIds: most };
        const none = await team(server, 'POST', `/projects/${project.id}/held-tickets/release`, unknown);
        assert.deepEqual(none.body, { tickets: [], more: false });
        assert.equal((await team(server, 'GET', `/projects/${other.id}/held-tickets`)).body.count, 1);
      });
    });
  },
);
