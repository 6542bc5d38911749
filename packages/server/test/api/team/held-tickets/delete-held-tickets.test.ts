import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deleteHeldTickets } from '../../../../src/team/held-tickets/delete-held-tickets.ts';
import { lastEntry } from '../../../helpers/accounts.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  getTicket,
  listTickets,
  playerReply,
  seenPlayer,
  team,
  updateProject,
} from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { queryRows } from '../../../helpers/stored-rows.ts';
import { aHeldTicket } from '../../../helpers/things.ts';

testTeamOperation(
  deleteHeldTickets,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => {
      const ticketId = await aHeldTicket(server, project);
      return { about: ticketId, params: { projectId: project.id }, body: { ticketIds: [ticketId] } };
    },
    statuses: {
      400: changed({ body: { until: 'x' } }),
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    // Each further ticket needs seven more.
    statements: { usual: 10 },
    changeFeed: ({ project, about }) => [ticketChange(project, about)],
  },
  () => {
    suite('DeleteHeldTickets', () => {
      test('200: the ticket is gone for everybody, and a retry of the game does not bring it back', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const player = await aPlayer(server, project);
        await updateProject(server, project, { stormMode: 'on' });
        const headers = { 'idempotency-key': 'one' };
        const first = await createTicket(server, player, {}, { headers });
        const id = first.body.ticketId;
        assert.equal((await playerReply(server, player, id)).status, 200);
        const path = `/projects/${project.id}/held-tickets/delete`;
        const agent = await aMember(server, 'agent');
        assert.equal((await agent.call('POST', path, { ticketIds: [id] })).status, 403);
        assert.equal((await getTicket(server, player, id)).status, 200);

        const until = new Date(server.clock.now).toISOString();
        assert.deepEqual((await team(server, 'POST', path, { until })).body, { tickets: [id], more: false });
        assert.equal((await getTicket(server, player, id)).status, 404);
        assert.deepEqual((await listTickets(server, player)).body.tickets, []);
        assert.equal((await team(server, 'GET', `/tickets/${id}`)).status, 404);
        assert.equal((await seenPlayer(server, player.id)).openTickets, 0);
        for (const table of ['ticket', 'held_ticket', 'message']) {
          assert.deepEqual(await queryRows(server.databaseUrl, `SELECT ticket_id FROM ${table}`), [], table);
        }
        assert.deepEqual((await createTicket(server, player, {}, { headers })).text, first.text);
        assert.deepEqual((await listTickets(server, player)).body.tickets, []);
        assert.deepEqual((await team(server, 'POST', path, { until })).body, { tickets: [], more: false }, 'again');
        assert.equal((await seenPlayer(server, player.id)).openTickets, 0);
      });

      test('200: with a text, tickets whose players sent another message are kept, with a common key', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const ids: string[] = [];
        for (let count = 0; count < 3; count++) ids.push(await aHeldTicket(server, project));
        await updateProject(server, project, { stormMode: 'on' });
        const kept: string[] = [];
        for (let count = 0; count < 2; count++) {
          const honest = await aPlayer(server, project);
          const id = await aTicket(server, honest);
          assert.equal((await playerReply(server, honest, id, 'It is level 3, by the well.')).status, 200);
          kept.push(id);
        }

        const path = `/projects/${project.id}/held-tickets`;
        const held = async () => {
          // The list is up to ten seconds old.
          server.clock.advance(10_000);
          return (await team(server, 'GET', path)).body;
        };
        const remove = async (until: string, textKey: string) =>
          (await team(server, 'POST', `${path}/delete`, { until, textKey })).body;
        const before = await held();
        const [all] = before.knownTexts;
        assert.deepEqual([before.knownTexts.length, all.count, all.playersWroteMore], [1, 5, false]);
        const deleted = await remove(before.at, all.textKey);
        assert.deepEqual([deleted.tickets.toSorted(), deleted.more], [ids.toSorted(), false]);
        const after = await held();
        const [rest] = after.knownTexts;
        assert.deepEqual([after.count, rest.count, rest.playersWroteMore], [2, 2, true]);
        // An attacker who writes twice must not make the group useless.
        assert.deepEqual((await remove(after.at, rest.textKey)).tickets.toSorted(), kept.toSorted());
        assert.equal((await held()).count, 0);
      });

      test('200: tickets that are kept are in the audit log, and consoles are told', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const path = `/projects/${project.id}/held-tickets`;
        const heldTicket = async () => {
          await updateProject(server, project, { stormMode: 'on' });
          const player = await aPlayer(server, project);
          const id = await aTicket(server, player);
          assert.equal((await playerReply(server, player, id, 'It is level 3.')).status, 200);
          return id;
        };
        const first = await heldTicket();
        const second = await heldTicket();
        const { at, knownTexts } = (await team(server, 'GET', path)).body;
        const body = { until: at, textKey: knownTexts[0].textKey };
        const { mock } = t.mock.method(server.live, 'ticketChanged');
        /** Returns the response's ids, what consoles hear, and the audit log's details. */
        const deleteText = async () => {
          mock.resetCalls();
          const { tickets } = (await team(server, 'POST', `${path}/delete`, body)).body;
          const told = mock.calls.map((call) => call.arguments);
          return [tickets, told, (await lastEntry(server)).details];
        };
        const kept = { keptTicketIds: [first, second].sort() };
        assert.deepEqual(await deleteText(), [[], [[project.id, null]], kept]);
        const third = await heldTicket();
        assert.deepEqual(await deleteText(), [[], [[project.id, third]], { keptTicketIds: [third] }]);
        const deleted = await aHeldTicket(server, project);
        const fourth = await heldTicket();
        const both = { ticketIds: [deleted], keptTicketIds: [fourth] };
        assert.deepEqual(await deleteText(), [[deleted], [[project.id, null]], both]);
        assert.deepEqual(await deleteText(), [[], [], both], 'nothing is left to do');
      });

      test('200: a released ticket is not deleted', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const id = await aHeldTicket(server, project);
        await team(server, 'POST', `/projects/${project.id}/held-tickets/release`, { ticketIds: [id] });
        const path = `/projects/${project.id}/held-tickets/delete`;
        assert.deepEqual((await team(server, 'POST', path, { ticketIds: [id] })).body.tickets, []);
        assert.equal((await team(server, 'GET', `/tickets/${id}`)).status, 200);
      });
    });
  },
);
