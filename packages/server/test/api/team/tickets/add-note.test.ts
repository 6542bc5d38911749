import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR } from '../../../../src/domain/time.ts';
import { addNote } from '../../../../src/team/tickets/add-note.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  getTicket,
  listTickets,
  type Member,
  type Player,
  poll,
  seenPlayer,
  setStatus,
  team,
  teamNote,
} from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { asViewer, changed, sameKeyForAnotherText, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';

const PATH = '/api/v1/team/tickets';

const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const teamTicket = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

const inbox = async (server: TestServer, player: Player) => (await poll(server, player)).body.messages;

const summary = async (server: TestServer, player: Player) => (await listTickets(server, player)).body.tickets[0];

/** Adds a ticket that had this status for a while. */
async function ticketThatIs(server: TestServer, player: Player, status: string): Promise<string> {
  const id = await aTicket(server, player);
  if (status !== 'open') assert.equal((await setStatus(server, id, status)).status, 200);
  server.clock.advance(1000);
  return id;
}

async function withKey({ server, project }: TeamGiven): Promise<RequestParts> {
  const params = { ticketId: await aTicketOf(server, project) };
  return { params, body: { message: 'm' }, headers: { 'idempotency-key': 'one' } };
}

async function withMentions({ server, project }: TeamGiven): Promise<RequestParts> {
  const params = { ticketId: await aTicketOf(server, project) };
  const [one, other] = [await aMember(server), await aMember(server)];
  return { params, body: { message: 'm', mentions: [one.id, other.id] } };
}

testTeamOperation(
  addNote,
  {
    access: { role: 'viewer', keyRole: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => {
      const ticketId = await aTicketOf(server, project);
      return { params: { ticketId }, about: ticketId, body: { message: HIDDEN } };
    },
    statuses: {
      400: changed({ body: { message: '' } }),
      403: asViewer,
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: sameKeyForAnotherText,
    },
    statements: {
      usual: 5,
      cases: { 'with an Idempotency-Key': [6, withKey], 'with two mentions': [8, withMentions] },
    },
    changeFeed: ({ project, about }) => [ticketChange(project, about)],
  },
  () => {
    suite('AddNote', () => {
      for (const from of STATUSES) {
        test(`201: a note on a ticket that is ${from} changes only what the team sees`, async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server);
          const id = await ticketThatIs(server, player, from);
          const seen = async () => [
            await summary(server, player),
            (await getTicket(server, player, id)).body,
            await inbox(server, player),
            await seenPlayer(server, player.id),
            (await team(server, 'GET', '/tickets?view=all')).body,
          ];
          const before = await seen();
          const { status, headers, body } = await teamNote(server, id, 'A known bug.');
          assert.equal(status, 201);
          assert.equal(headers.get('location'), `${PATH}/${id}`);
          assert.deepEqual(body, { messageId: body.messageId, createdAt: at(1000) });
          assert.deepEqual(await seen(), before);
          assert.deepEqual((await teamTicket(server, id)).messages[1], {
            id: body.messageId,
            ticketId: id,
            authorType: 'admin',
            visibility: 'internal',
            message: 'A known bug.',
            attachments: [],
            author: { id: (await server.store.apiKeys.list())[0]?.api_key_id, name: 'tests' },
            createdAt: at(1000),
            readAt: null,
          });
        });
      }

      test('429: a caller mentions a limited number of members in an hour, and other notes are accepted', async (t) => {
        const server = await startServer(t, { config: { limits: { mention: 3 } } });
        const id = await aTicket(server, await aPlayer(server));
        const [author, one, two] = [await aMember(server), await aMember(server), await aMember(server)];
        const path = `${PATH}/${id}/notes`;
        const note = (by: Member, mentions: string[]) =>
          by.call('POST', `/tickets/${id}/notes`, { message: 'Look.', mentions });
        assert.equal((await note(author, [one.id, two.id, one.id, author.id])).status, 201);
        const refused = await note(author, [one.id, two.id]);
        assertProblem(refused, 429, 'mention-limit', path);
        assert.equal(refused.headers.get('retry-after'), '3600');
        assert.match(refused.body.detail, /^At most 3 mentions in 3600 seconds\..* without mentions\.$/);
        assert.equal((await note(author, [one.id])).status, 201, 'the refused note counts nothing');
        assertProblem(await note(author, ['mem_unknown']), 429, 'mention-limit', path);
        assert.equal((await note(author, [])).status, 201);
        assert.equal((await note(one, [two.id])).status, 201, 'others have a count of their own');
        assert.equal((await one.call('GET', '/mentions')).body.unread, 2);
        server.clock.advance(HOUR);
        assert.equal((await note(author, [one.id, two.id])).status, 201);
      });
    });
  },
);
