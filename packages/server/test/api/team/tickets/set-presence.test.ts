import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TeamEvent } from '../../../../src/live/hub.ts';
import { setPresence } from '../../../../src/team/tickets/set-presence.ts';
import { assertLimited } from '../../../helpers/assert-problem.ts';
import type { Project } from '../../../helpers/builders.ts';
import { aMember, aPlayer, aTicket, eventually, type Member } from '../../../helpers/builders.ts';
import { type EventReader, openStream, type ReceivedEvent, receivedSoFar } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';

const listening = (t: Parameters<typeof openStream>[0], server: TestServer, { cookie }: Member) =>
  openStream(t, server, { headers: { cookie } });

const say = (member: Member, ticketId: string, state: string) => member.call('POST', '/presence', { ticketId, state });

/** Asserts exactly these, in the ticket's last event. */
async function assertPresent(
  listener: EventReader,
  ticketId: string,
  expected: readonly (readonly [Member, string])[],
) {
  const wanted = JSON.stringify(expected.map(([{ id, name }, state]) => ({ memberId: id, name, state })));
  const about = ({ name, data }: ReceivedEvent) => name === 'presence' && data.ticketId === ticketId;
  const last = () => JSON.stringify(listener.events.findLast(about)?.data.present);
  await eventually(
    async () => last() === wanted,
    () => `${last()} instead of ${wanted}`,
  );
}

const present = (
  { id: projectId }: Project,
  ticketId = '',
  { id: memberId, name } = assert.fail() as Member,
): TeamEvent => ({
  name: 'presence',
  data: { projectId, ticketId, present: [{ memberId, name, state: 'viewing' }] },
});

testTeamOperation(
  setPresence,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      const ticketId = await aTicketOf(server, project);
      return { about: ticketId, body: { ticketId, state: 'viewing' } };
    },
    statuses: {
      400: changed({ body: { state: undefined } }),
      404: changed({ body: { ticketId: UNKNOWN_TICKET } }),
    },
    statements: { usual: 1 },
    changeFeed: ({ project, about, member }) => [present(project, about, member)],
  },
  () => {
    suite('presence', () => {
      test('a member who opens a ticket sees who is there, and the others see the member come, write and leave', async (t) => {
        const server = await startServer(t);
        const ticketId = await aTicket(server, await aPlayer(server));
        const [ann, ben] = [
          await aMember(server, 'agent', { name: 'Ann' }),
          await aMember(server, 'viewer', { name: 'Ben' }),
        ];
        const atAnn = await listening(t, server, ann);
        assert.equal((await say(ann, ticketId, 'viewing')).status, 204);
        await assertPresent(atAnn, ticketId, [[ann, 'viewing']]);
        const atBen = await listening(t, server, ben);
        await say(ben, ticketId, 'writing');
        for (const listener of [atAnn, atBen]) {
          await assertPresent(listener, ticketId, [
            [ann, 'viewing'],
            [ben, 'writing'],
          ]);
        }
        await say(ann, ticketId, 'gone');
        for (const listener of [atAnn, atBen]) await assertPresent(listener, ticketId, [[ben, 'writing']]);
        const audited = await server.store.audit.list({}, 100);
        assert.deepEqual(
          audited.map(({ action }) => action),
          ['CreateProject'],
        );
      });

      test('is sent only to members who may see the ticket', async (t) => {
        const server = await startServer(t);
        const [own, other] = [await aPlayer(server), await aPlayer(server)];
        const [mine, hidden] = [await aTicket(server, own), await aTicket(server, other)];
        const all = await aMember(server);
        const one = await aMember(server, 'agent', { projectIds: [own.project.id] });
        const listener = await listening(t, server, one);
        await say(all, hidden, 'viewing');
        await say(all, mine, 'viewing');
        await assertPresent(listener, mine, [[all, 'viewing']]);
        assert.ok(!listener.text().includes(hidden));
        assert.equal((await say(one, hidden, 'viewing')).status, 404);
        assert.equal((await say(one, 'tkt_unknown', 'viewing')).status, 404);
        assert.equal((await say(one, mine, 'asleep')).status, 400);
      });

      test('ends 40 seconds after the last update, not earlier', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        const [ann, ben] = [
          await aMember(server, 'agent', { name: 'Ann' }),
          await aMember(server, 'agent', { name: 'Ben' }),
        ];
        const listener = await listening(t, server, ben);
        await say(ann, ticketId, 'viewing');
        await assertPresent(listener, ticketId, [[ann, 'viewing']]);
        server.pass(30_000);
        await say(ben, ticketId, 'viewing');
        await assertPresent(listener, ticketId, [
          [ann, 'viewing'],
          [ben, 'viewing'],
        ]);
        await receivedSoFar(server, player.project.id, [listener]);
        server.pass(9_999);
        assert.deepEqual(await receivedSoFar(server, player.project.id, [listener]), [[]]);
        server.pass(1);
        await assertPresent(listener, ticketId, [[ben, 'viewing']]);
      });

      test('ends with the last stream of the member, but not while a stream is resumed', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        const [ann, ben] = [
          await aMember(server, 'agent', { name: 'Ann' }),
          await aMember(server, 'agent', { name: 'Ben' }),
        ];
        const listener = await listening(t, server, ben);
        const first = await listening(t, server, ann);
        await say(ann, ticketId, 'writing');
        await assertPresent(listener, ticketId, [[ann, 'writing']]);
        first.disconnect();
        const second = await listening(t, server, ann);
        await eventually(async () => server.live.streams() === 2);
        await receivedSoFar(server, player.project.id, [listener]);
        server.pass(6000);
        assert.deepEqual(await receivedSoFar(server, player.project.id, [listener]), [[]]);
        second.disconnect();
        await eventually(async () => server.live.streams() === 1);
        server.pass(5000);
        await assertPresent(listener, ticketId, []);
      });

      test('is limited: 429', async (t) => {
        const server = await startServer(t, { config: { limits: { presence: 2 } } });
        const ticketId = await aTicket(server, await aPlayer(server));
        const [ann, ben] = [await aMember(server), await aMember(server)];
        for (let count = 0; count < 2; count++) assert.equal((await say(ann, ticketId, 'viewing')).status, 204);
        assertLimited(await say(ann, ticketId, 'viewing'), '/api/v1/team/presence', { quota: 2, window: 60, wait: 60 });
        assert.equal((await say(ben, ticketId, 'viewing')).status, 204);
      });
    });
  },
);
