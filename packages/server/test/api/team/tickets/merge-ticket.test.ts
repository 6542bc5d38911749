import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_MERGED_TICKETS } from '@player-support/contract/limits';
import { mergeTicket as operation } from '../../../../src/team/tickets/merge-ticket.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  mergeTicket,
  type Player,
  seenPlayer,
  setStatus,
  team,
  teamNote,
  teamReply,
  unmergeTicket,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, tooOftenWithoutCredentials, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';

const path = (id: string) => `/api/v1/team/tickets/${id}/merge`;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const teamTicket = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

async function twoTickets({ server, project }: Pick<TeamGiven, 'server' | 'project'>): Promise<[string, string]> {
  const player = await aPlayer(server, project);
  return [await aTicket(server, player), await aTicket(server, player)];
}

/** Subjects are numbers; one second apart. */
async function numbered(server: TestServer, player: Player, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    ids.push(await aTicket(server, player, { subject: String(number), message: `first of ${number}` }));
    server.clock.advance(1000);
  }
  return ids;
}

async function withKey({ server, project }: TeamGiven): Promise<RequestParts> {
  const [ticketId, into] = await twoTickets({ server, project });
  return { params: { ticketId }, body: { into }, headers: { 'idempotency-key': 'one' } };
}

async function withUsedKey(given: TeamGiven): Promise<RequestParts> {
  const request = await withKey(given);
  const { server } = given;
  const id = request.params?.ticketId ?? '';
  const { status } = await server.call('POST', path(id), {
    token: server.teamKey,
    body: request.body,
    headers: { 'idempotency-key': 'one' },
  });
  assert.equal(status, 200);
  return request;
}

testTeamOperation(
  operation,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => {
      const [ticketId, into] = await twoTickets({ server, project });
      return { params: { ticketId }, body: { into }, about: into };
    },
    statuses: {
      400: changed({ body: { into: UNKNOWN_TICKET } }),
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: async ({ server, prepare, send }) => {
        const request = await prepare();
        await mergeTicket(server, request.about ?? '', request.params?.ticketId ?? '');
        return send(request);
      },
      429: tooOftenWithoutCredentials,
    },
    statements: {
      usual: 17,
      cases: { 'with an Idempotency-Key': [18, withKey], 'again with the same Idempotency-Key': [10, withUsedKey] },
    },
    changeFeed: ({ project, params, about }) => [ticketChange(project, params?.ticketId), ticketChange(project, about)],
  },
  () => {
    suite('MergeTicket', async () => {
      const server = await sharedServer();

      test('200: the ticket is closed, and the other one has the messages of both in the order of time', async (t) => {
        const own = await startServer(t);
        const player = await aPlayer(own);
        const [first, second] = (await numbered(own, player, 2)) as [string, string];
        const reply = await teamReply(own, first, 'reply in 0');
        own.clock.advance(1000);
        const note = await teamNote(own, second, 'note in 1');
        own.clock.advance(1000);
        const ada = await aMember(own, 'agent', { name: 'Ada' });
        const merged = await ada.call('POST', `/tickets/${first}/merge`, { into: second });
        assert.equal(merged.status, 200, merged.text);

        const undoUntil = at(4000 + 30 * 86_400_000);
        assert.deepEqual(merged.body, await teamTicket(own, first));
        const { status, mergedInto, merge, mergedTickets, attentionSince, messages, events } = merged.body;
        assert.deepEqual(
          { status, mergedInto, merge, mergedTickets, attentionSince },
          {
            status: 'closed',
            mergedInto: second,
            merge: { ticketId: second, subject: '1', mergedAt: at(4000), undoUntil },
            mergedTickets: [],
            attentionSince: null,
          },
        );
        assert.equal(messages.length, 2);
        assert.deepEqual(
          events.map(({ kind, from, to, actor }: Reply['body']) => [kind, from, to, actor.name]),
          [['merged_into', null, second, 'Ada']],
        );

        const target = await teamTicket(own, second);
        assert.deepEqual(
          target.messages.map((one: Reply['body']) => [one.ticketId, one.authorType, one.visibility, one.message]),
          [
            [first, 'player', 'public', 'first of 0'],
            [second, 'player', 'public', 'first of 1'],
            [first, 'admin', 'public', 'reply in 0'],
            [second, 'admin', 'internal', 'note in 1'],
            [second, 'system', 'public', target.lastMessagePreview],
          ],
        );
        assert.deepEqual([target.messages[2].id, target.messages[3].id], [reply.body.messageId, note.body.messageId]);
        assert.match(target.lastMessagePreview, /^“0” and “1” are now one ticket/);
        assert.deepEqual(
          [target.status, target.lastMessageAt, target.merge, target.mergedInto],
          ['open', at(4000), null, null],
        );
        assert.deepEqual(target.mergedTickets, [{ ticketId: first, subject: '0', mergedAt: at(4000), undoUntil }]);
        assert.deepEqual(
          target.events.map(({ kind, from, to }: Reply['body']) => [kind, from, to]),
          [['merged_ticket', null, first]],
        );
        assert.equal((await seenPlayer(own, player.id)).openTickets, 1);
        const { body } = await team(own, 'GET', '/audit');
        assert.deepEqual(
          [body.entries[0].action, body.entries[0].target, body.entries[0].details],
          ['MergeTicket', first, { ticketIds: [second] }],
        );
      });

      const STATUSES = ['open', 'pending', 'resolved', 'closed'];
      test('200: the other ticket takes the status of both that waits most, with its time', async (t) => {
        const own = await startServer(t);
        for (const [i, ofSource] of STATUSES.entries()) {
          for (const [j, ofTarget] of STATUSES.entries()) {
            const player = await aPlayer(own);
            const [source, target] = (await numbered(own, player, 2)) as [string, string];
            await setStatus(own, source, ofSource);
            await setStatus(own, target, ofTarget);
            const since = [await teamTicket(own, source), await teamTicket(own, target)]
              .flatMap(({ attentionSince }) => attentionSince ?? [])
              .sort()[0];
            assert.equal((await mergeTicket(own, source, target)).status, 200);
            const { status, attentionSince } = await teamTicket(own, target);
            const expected = STATUSES[Math.min(i, j)];
            assert.deepEqual([status, attentionSince ?? undefined], [expected, since], `${ofSource} into ${ofTarget}`);
            const open = (await seenPlayer(own, player.id)).openTickets;
            assert.equal(open, expected === 'closed' ? 0 : 1, `${ofSource} into ${ofTarget}`);
          }
        }
      });

      test('200: the same merge again changes nothing', async () => {
        const [source, target] = await twoTickets({ server, project: (await aPlayer(server)).project });
        const first = await mergeTicket(server, source, target);
        const before = await teamTicket(server, target);
        assert.deepEqual((await mergeTicket(server, source, target)).body, first.body);
        assert.deepEqual(await teamTicket(server, target), before);
      });

      test('400: the ticket itself, a ticket of another player, one that does not exist, or no id', async () => {
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const foreign = await aTicket(server, await aPlayer(server, player.project));
        const unknown = `${id.slice(0, -16)}${'0'.repeat(16)}`;
        for (const into of [id, foreign, unknown, UNKNOWN_TICKET, 'x', '']) {
          assertInvalid(await mergeTicket(server, id, into), path(id), 'into');
        }
        assertInvalid(await team(server, 'POST', `/tickets/${id}/merge`, {}), path(id), 'into');
        assert.equal((await teamTicket(server, id)).status, 'open');
      });

      test('409: no chains and no circles', async () => {
        const player = await aPlayer(server);
        const [a, b, c] = (await numbered(server, player, 3)) as [string, string, string];
        assert.equal((await mergeTicket(server, a, b)).status, 200);
        const before = await Promise.all([a, b, c].map((id) => teamTicket(server, id)));
        const elsewhere = await mergeTicket(server, a, c);
        assertProblem(elsewhere, 409, 'ticket-merged', path(a));
        assert.match(elsewhere.body.detail, new RegExp(b));
        const intoMerged = await mergeTicket(server, c, a);
        assertProblem(intoMerged, 409, 'merge-refused', path(c));
        assert.match(intoMerged.body.detail, /itself merged into another one/);
        assertProblem(await mergeTicket(server, b, a), 409, 'merge-refused', path(b));
        assertProblem(await mergeTicket(server, b, c), 409, 'merge-refused', path(b));
        assert.deepEqual(await Promise.all([a, b, c].map((id) => teamTicket(server, id))), before);
        // The other direction, as the refusal says.
        assert.equal((await mergeTicket(server, c, b)).status, 200);
      });

      test(`409: more than ${MAX_MERGED_TICKETS} tickets, until one of them is separated`, async (t) => {
        const own = await startServer(t);
        const player = await aPlayer(own);
        const target = await aTicket(own, player);
        const others: string[] = [];
        for (let count = 0; count < MAX_MERGED_TICKETS; count++) {
          const id = await aTicket(own, player);
          others.push(id);
          assert.equal((await mergeTicket(own, id, target)).status, 200);
        }
        const newest = others.at(-1) ?? '';
        const last = await aTicket(own, player);
        assertProblem(await mergeTicket(own, last, target), 409, 'merge-refused', path(last));
        const { mergedTickets, messages } = await teamTicket(own, target);
        assert.deepEqual(mergedTickets.map(({ ticketId }: Reply['body']) => ticketId).sort(), others.sort());
        assert.equal(messages.length, 1 + 2 * MAX_MERGED_TICKETS);
        assert.equal((await unmergeTicket(own, newest)).status, 200);
        assert.equal((await mergeTicket(own, last, target)).status, 200);
      });

      test('409: together they would have too many messages; in the other ticket all of them count', async (t) => {
        const own = await startServer(t, { config: { messagesPerTicket: 10 } });
        const player = await aPlayer(own);
        const [a, b] = (await numbered(own, player, 2)) as [string, string];
        for (const id of [a, a, a, a, b, b, b, b]) assert.equal((await teamNote(own, id)).status, 201);
        // 5 of each, and one about the merge.
        assertProblem(await mergeTicket(own, a, b), 409, 'merge-refused', path(a));
        const c = await aTicket(own, player);
        assert.equal((await mergeTicket(own, c, a)).status, 200);
        for (let count = 0; count < 3; count++) assert.equal((await teamNote(own, a)).status, 201);
        assertProblem(await teamNote(own, a), 409, 'ticket-full', `/api/v1/team/tickets/${a}/notes`);
        for (const id of [a, c]) {
          const url = `/api/v1/tickets/${id}/messages`;
          const reply = await own.call('POST', url, { token: player.token, body: { message: 'More.' } });
          assertProblem(reply, 409, 'ticket-full', url);
        }
        assert.equal((await teamTicket(own, a)).messages.length, 10);
        assert.equal((await unmergeTicket(own, c)).status, 200);
        assert.equal((await teamNote(own, a)).status, 201);
      });

      test('409: a merged ticket takes no change and no message of the team; a bulk change passes over it', async () => {
        const player = await aPlayer(server);
        const [a, b, c] = (await numbered(server, player, 3)) as [string, string, string];
        assert.equal((await mergeTicket(server, a, b)).status, 200);
        const before = await teamTicket(server, a);
        const refused = [
          [await setStatus(server, a, 'open'), `/api/v1/team/tickets/${a}`],
          [await team(server, 'PATCH', `/tickets/${a}`, { tags: ['vip'] }), `/api/v1/team/tickets/${a}`],
          [await teamReply(server, a), `/api/v1/team/tickets/${a}/replies`],
          [await teamNote(server, a), `/api/v1/team/tickets/${a}/notes`],
        ] as const;
        for (const [reply, url] of refused) {
          assertProblem(reply, 409, 'ticket-merged', url);
          assert.match(reply.body.detail, new RegExp(b));
        }
        const ticketIds = [a, b, c, UNKNOWN_TICKET];
        const bulk = await team(server, 'PATCH', '/tickets', { ticketIds, status: 'resolved', addTags: ['vip'] });
        assert.deepEqual(bulk.body, {
          updated: [b, c].sort(),
          notFound: [UNKNOWN_TICKET],
          merged: [a],
          held: [],
          notSnoozed: [],
        });
        assert.deepEqual(await teamTicket(server, a), before);
        assert.deepEqual((await teamTicket(server, b)).tags, ['vip']);
      });
    });
  },
);
