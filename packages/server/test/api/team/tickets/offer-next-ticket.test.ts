import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY, MINUTE, SECOND } from '../../../../src/domain/time.ts';
import { offerNextTicket } from '../../../../src/team/tickets/offer-next-ticket.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  eventually,
  type Member,
  setStatus,
  team,
  unlimited,
  updateProject,
} from '../../../helpers/builders.ts';
import { openStream, receivedSoFar } from '../../../helpers/event-streams.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed, fromAnotherSite } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';

async function next(member: Member, request: object = {}): Promise<string | undefined> {
  const { status, body, text } = await member.call('POST', '/tickets/next', request);
  assert.equal(status, 200, text);
  return body.ticket?.id;
}

/** Adds four tickets; each waits a minute more than the next. */
async function waiting(server: TestServer): Promise<{ projectId: string; ids: [string, string, string, string] }> {
  const player = await aPlayer(server);
  const make = async () => {
    server.clock.advance(MINUTE);
    return aTicket(server, player);
  };
  return { projectId: player.project.id, ids: [await make(), await make(), await make(), await make()] };
}

const patch = (server: TestServer, id: string, body: object) => team(server, 'PATCH', `/tickets/${id}`, body);

testTeamOperation(
  offerNextTicket,
  {
    access: { role: 'agent', elsewhere: 'hidden' },
    request: async ({ server, project }) => {
      await aTicketOf(server, project);
      return { body: { projectId: project.id } };
    },
    statuses: {
      400: changed({ body: { projectId: 'x'.repeat(101) } }),
      403: fromAnotherSite,
    },
    statements: {
      usual: 3,
      cases: {
        'after a ticket that waits': [
          6,
          async ({ server, project }) => ({
            body: { projectId: project.id, after: await aTicketOf(server, project) },
          }),
        ],
      },
    },
  },
  () => {
    suite('OfferNextTicket', () => {
      test('200: the first ticket of the queue, without those of others, snoozed and answered ones', async (t) => {
        const server = await startServer(t);
        const { ids } = await waiting(server);
        const [first, second, third, fourth] = ids;
        const [ada, bob] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
        assert.equal(await next(ada), first);
        await patch(server, fourth, { priority: 'urgent' });
        assert.equal(await next(ada), fourth, 'urgent tickets come first');
        await patch(server, fourth, { assigneeId: bob.id });
        assert.equal(await next(ada), first);
        await patch(server, first, { assigneeId: ada.id });
        assert.equal(await next(ada), first, 'her own one, in its place');
        await patch(server, first, { snooze: { until: new Date(START + DAY).toISOString() } });
        assert.equal(await next(ada), second);
        await setStatus(server, second, 'pending');
        assert.equal(await next(ada), third);
        await setStatus(server, third, 'resolved');
        assert.equal(await next(ada), undefined);
        assert.equal(await next(bob), fourth);
      });

      test('200: after the current ticket, and from the beginning again at the end', async (t) => {
        const server = await startServer(t);
        const { ids, projectId } = await waiting(server);
        const [first, second, third, fourth] = ids;
        const ada = await aMember(server, 'agent');
        const seen: (string | undefined)[] = [];
        for (let id: string | undefined = first; seen.length < 4; seen.push(id)) {
          id = await next(ada, { projectId, after: id });
        }
        assert.deepEqual(seen, [second, third, fourth, first]);
        await setStatus(server, second, 'closed');
        assert.equal(await next(ada, { after: second }), first, 'it does not wait any more');
        assert.equal(await next(ada, { after: 'unknown' }), first);
        assert.equal(await next(ada, { projectId: 'prj_unknown' }), undefined);
        const elsewhere = await aMember(server, 'agent', { projectIds: [] });
        assert.equal(await next(elsewhere, { after: first }), undefined);
      });

      test('200: by priority, then by the time that is left in each project', async (t) => {
        const server = await startServer(t);
        const { ids } = await waiting(server);
        const [first, second] = ids;
        const { project } = await aPlayer(server);
        // Three minutes less than elsewhere, so it is due between the first two.
        await updateProject(server, project, { responseTargets: { normal: 24 * 60 - 3, urgent: 7 * 24 * 60 } });
        server.clock.advance(MINUTE / 2);
        const between = await aTicket(server, await aPlayer(server, project));
        const ada = await aMember(server, 'agent');
        assert.equal(await next(ada), first);
        assert.equal(await next(ada, { after: first }), between);
        assert.equal(await next(ada, { after: between }), second);
        await patch(server, between, { priority: 'urgent', assigneeId: ada.id });
        assert.equal(await next(ada), between, 'it is urgent, although others are due earlier');
      });

      test('200: at the same moment, each member gets another ticket; later also not those that are open', async (t) => {
        const server = await startServer(t);
        const { ids } = await waiting(server);
        const [first, second] = ids;
        const members = await Promise.all(ids.map(() => aMember(server, 'agent')));
        const [ada = assert.fail(), bob = assert.fail()] = members;
        const offered = await Promise.all(members.map((member) => next(member)));
        assert.deepEqual(offered.toSorted(), ids.toSorted());
        server.clock.advance(10 * SECOND);
        assert.equal(await next(ada), first);
        await ada.call('POST', '/presence', { ticketId: first, state: 'viewing' });
        server.clock.advance(20 * SECOND);
        // Presence applies a moment after the response.
        await eventually(async () => (await next(bob)) === second);
        assert.equal(await next(ada), first, 'her own presence does not matter');
        server.pass(40 * SECOND);
        await eventually(async () => (await next(bob)) === first);
      });

      test('403 and 404: a page of another site cannot take the offers, also not with a GET', async (t) => {
        const server = await startServer(t);
        const { ids } = await waiting(server);
        const [ada, bob] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
        const path = '/api/v1/team/tickets/next';
        const { cookie } = ada;
        // An old browser does not say which page a form came from.
        for (const headers of [{ cookie, 'sec-fetch-site': 'cross-site' }, { cookie }]) {
          assertProblem(await server.call('POST', path, { headers, body: {} }), 403, 'cross-site', path);
        }
        assertProblem(await server.call('GET', path, { headers: { cookie } }), 404, 'not-found', path);
        assert.equal(await next(bob), ids[0]);
      });

      test('200: viewers, and more than five tickets of one member, take no ticket from anybody', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        await unlimited(server, player.project);
        const ids: string[] = [];
        for (let count = 0; count < 7; count++) {
          server.clock.advance(MINUTE);
          ids.push(await aTicket(server, player));
        }
        const [viewer, agent, bob] = [
          await aMember(server, 'viewer'),
          await aMember(server, 'agent'),
          await aMember(server, 'agent'),
        ];
        const stream = await openStream(t, server, { headers: { cookie: bob.cookie } });
        const open = async (member: Member, ticketId: string) => {
          assert.equal((await member.call('POST', '/presence', { ticketId, state: 'viewing' })).status, 204);
          await receivedSoFar(server, player.project.id, [stream]);
        };
        await open(viewer, ids[0] ?? '');
        assert.equal(await next(bob), ids[0], 'a viewer cannot answer it');
        server.clock.advance(10 * SECOND);
        for (const id of [...ids].reverse()) await open(agent, id);
        assert.equal(await next(bob), ids[5], 'the first five were opened last');
        await open(agent, ids[2] ?? '');
        assert.equal(await next(bob), ids[5], 'a ticket that is still open changes nothing');
      });
    });
  },
);
