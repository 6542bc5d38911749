import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTicket as operation } from '../../../src/player/create-ticket.ts';
import { assertInvalid, assertProblem, assertUnauthorized } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  getTicket,
  identify,
  listTickets,
  type Player,
  poll,
  seenPlayer,
  setStatus,
  unlimited,
  updateProject,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { START, startServer } from '../../helpers/harness.ts';
import { ticketChange } from '../../helpers/operation/change-feed.ts';
import type { PlayerGiven, RequestParts, Scenario } from '../../helpers/operation/facts.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { exchange, rawRequest } from '../../helpers/raw-http.ts';
import { sharedServer } from '../../helpers/shared-server.ts';
import {
  acceptedSamples,
  CONTEXT_FIELDS,
  fieldOf,
  NO_CONTEXT,
  ofLength,
  PROJECT_PUBLIC_KEY,
  refusedSamples,
  TICKET_FIELDS,
  withField,
} from '../../helpers/text-fields.ts';

const ticketOf = ({ project }: Player) => ({
  projectPublicKey: project.publicKey,
  type: 'bug',
  subject: 's',
  message: 'm',
});

const KEY = { 'idempotency-key': 'one' };

const withKey = ({ player }: PlayerGiven): RequestParts => ({ body: ticketOf(player), headers: KEY });

async function withUsedKey(given: PlayerGiven): Promise<RequestParts> {
  const request = withKey(given);
  const { server, player } = given;
  assert.equal((await createTicket(server, player, {}, { token: player.token, ...request })).status, 201);
  return request;
}

/** Gives the player the maximum of open tickets, one of them resolved. */
async function ofFullPlayer({ server, player }: PlayerGiven): Promise<RequestParts> {
  for (let count = 0; count < 9; count++) await aTicket(server, player);
  await setStatus(server, await aTicket(server, player), 'resolved');
  return { body: ticketOf(player) };
}

const ofFullPlayerWithKey = async (given: PlayerGiven): Promise<RequestParts> => ({
  ...(await ofFullPlayer(given)),
  headers: KEY,
});

const withTooManyOpen: Scenario<PlayerGiven> = async ({ server, player, prepare, send }) => {
  for (let count = 0; count < 10; count++) await aTicket(server, player);
  return send(await prepare());
};

await testPlayerOperation(
  operation,
  {
    request: ({ player }) => ({ body: ticketOf(player) }),
    statuses: {
      400: changed({ body: { subject: '' } }),
      409: withTooManyOpen,
    },
    statements: {
      // On PostgreSQL it takes its number first.
      usual: { sqlite: 4, postgres: 2 },
      cases: {
        'with an Idempotency-Key': [{ sqlite: 5, postgres: 2 }, withKey],
        'again with the same Idempotency-Key': [{ sqlite: 2, postgres: 5 }, withUsedKey],
        'that makes room for itself': [{ sqlite: 6, postgres: 9 }, ofFullPlayer],
        'that makes room for itself, with an Idempotency-Key': [{ sqlite: 7, postgres: 10 }, ofFullPlayerWithKey],
      },
    },
    changeFeed: ({ player, reply }) => [ticketChange(player.project, reply.body.ticketId)],
  },
  async () => {
    const PATH = '/api/v1/tickets';

    const server = await sharedServer();

    const project = await aProject(server);

    await unlimited(server, project);

    async function seenTicket(ticketId: string) {
      const { status, body, text } = await server.call('GET', `/api/v1/team/tickets/${ticketId}`, {
        token: server.teamKey,
      });
      assert.equal(status, 200, text);
      return body;
    }

    async function assertNoTicket(player: Player): Promise<void> {
      assert.equal((await seenPlayer(server, player.id)).openTickets, 0);
    }

    describe('CreateTicket 201', () => {
      test('returns the id, the status, the time and the location of the ticket', async () => {
        const player = await aPlayer(server, project);
        const reply = await createTicket(server, player);
        assert.equal(reply.status, 201);
        assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
        const { ticketId } = reply.body;
        assert.deepEqual(reply.body, { ticketId, status: 'open', createdAt: new Date(START).toISOString() });
        const location = reply.headers.get('location') ?? '';
        assert.equal(location, `/api/v1/tickets/${ticketId}`);
        const ticket = await server.call('GET', location, { token: player.token });
        assert.equal(ticket.body.id, ticketId);
      });

      test('the ticket has its first message and waits for the team; the inbox stays the same', async () => {
        const player = await aPlayer(server, project);
        const ticketId = await aTicket(server, player, { type: 'payment', subject: ' Gold ', message: ' Where?\n' });
        const ticket = await getTicket(server, player, ticketId);
        assert.deepEqual(ticket.body, {
          id: ticketId,
          type: 'payment',
          status: 'open',
          subject: ' Gold ',
          messages: [
            {
              id: ticket.body.messages[0].id,
              authorType: 'player',
              message: ' Where?\n',
              createdAt: new Date(START).toISOString(),
            },
          ],
        });
        const { attentionSince, createdAt, projectId, playerId } = await seenTicket(ticketId);
        assert.deepEqual([attentionSince, createdAt], [new Date(START).toISOString(), new Date(START).toISOString()]);
        assert.deepEqual([projectId, playerId], [project.id, player.id]);
        assert.deepEqual((await poll(server, player)).body.messages, []);
        assert.equal((await seenPlayer(server, player.id)).openTickets, 1);
      });

      for (const field of [...TICKET_FIELDS, ...CONTEXT_FIELDS].filter((each) => each !== PROJECT_PUBLIC_KEY)) {
        test(`${field.name}: accepts every valid value, and stores it`, async () => {
          for (const [what, value] of acceptedSamples(field)) {
            const writer = await aPlayer(server, project);
            const reply = await createTicket(server, writer, withField(field, value));
            assert.equal(reply.status, 201, `${what}: ${reply.text}`);
            const ticket = await seenTicket(reply.body.ticketId);
            const kept = field.name === 'message' ? ticket.messages[0].message : fieldOf(ticket, field);
            assert.equal(kept, value || null, what);
          }
        });
      }

      test('accepts any type, known to the project or not', async () => {
        for (const type of ['bug', 'Bug', 'no-such-type', ' ', 'Käse\n']) {
          const player = await aPlayer(server, project);
          await aTicket(server, player, { type });
          assert.equal((await listTickets(server, player)).body.tickets[0].type, type);
        }
      });

      test('ignores unknown fields with any name', async () => {
        const player = await aPlayer(server, project);
        const raw = `{"projectPublicKey":"${project.publicKey}","type":"bug","subject":"s","message":"m","status":"closed",
      "__proto__":{"subject":"evil","context":{"platform":"evil"}},"constructor":1,"ticketId":"tkt_x","toString":null,
      "context":{"__proto__":{"platform":"evil"},"unknown":[],"locale":"de"}}`;
        const reply = await createTicket(server, player, {}, { raw });
        assert.equal(reply.status, 201, reply.text);
        const { status, subject, context } = await seenTicket(reply.body.ticketId);
        assert.deepEqual([status, subject, context], ['open', 's', { ...NO_CONTEXT, locale: 'de' }]);
      });

      for (const sent of [{}, { context: null }]) {
        test(`a context that is ${'context' in sent ? 'null' : 'absent'} leaves the player's, and the ticket has that`, async () => {
          const player = await aPlayer(server, project, { context: { platform: 'ios' } });
          const ticket = await seenTicket(await aTicket(server, player, sent));
          assert.deepEqual(ticket.context, { ...NO_CONTEXT, platform: 'ios' });
          assert.deepEqual(ticket.player.context, { ...NO_CONTEXT, platform: 'ios' });
        });
      }

      test("a context replaces the player's; earlier tickets keep theirs", async () => {
        const player = await aPlayer(server, project, { context: { platform: 'ios', locale: 'de' }, userId: 'u' });
        const ticketId = await aTicket(server, player, { context: { platform: 'android' } });
        assert.deepEqual((await seenPlayer(server, player.id)).context, { ...NO_CONTEXT, platform: 'android' });
        assert.equal((await seenPlayer(server, player.id)).userId, 'u');
        await identify(server, project, { installationId: player.installationId, context: { platform: 'web' } });
        const ticket = await seenTicket(ticketId);
        assert.deepEqual(ticket.context, { ...NO_CONTEXT, platform: 'android' });
        assert.deepEqual(ticket.player.context, { ...NO_CONTEXT, platform: 'web' });
      });
    });

    describe('CreateTicket 400', () => {
      for (const field of [...TICKET_FIELDS, ...CONTEXT_FIELDS]) {
        test(`${field.name}: refuses every invalid value, and creates nothing`, async () => {
          const player = await aPlayer(server, project);
          for (const [what, value] of refusedSamples(field)) {
            const reply = await createTicket(server, player, withField(field, value));
            assert.equal(reply.status, 400, what);
            assertInvalid(reply, PATH, field.name);
          }
          await assertNoTicket(player);
        });
      }

      test('context: refuses a value that is not an object', async () => {
        const player = await aPlayer(server, project);
        for (const context of ['ios', 5, false, ['ios'], []]) {
          assertInvalid(await createTicket(server, player, { context }), PATH, 'context');
        }
      });

      test('reports every invalid field at once, with an invalid Idempotency-Key', async () => {
        const player = await aPlayer(server, project);
        const context = Object.fromEntries(CONTEXT_FIELDS.map(({ name, max }) => [name.slice(8), ofLength(max + 1)]));
        const body = { projectPublicKey: ofLength(81), type: null, subject: ' ', context };
        const reply = await createTicket(
          server,
          player,
          {},
          {
            body,
            headers: { 'content-type': 'application/json', 'idempotency-key': 'not visible' },
          },
        );
        assertInvalid(reply, PATH, ...[...TICKET_FIELDS, ...CONTEXT_FIELDS].map(({ name }) => name), 'Idempotency-Key');
      });
    });

    describe('CreateTicket 401', () => {
      const challenged = (reply: Reply, error?: 'invalid_request' | 'invalid_token') =>
        assertUnauthorized(reply, PATH, error);

      test('without a token', async () => challenged(await server.call('POST', PATH)));

      test('with a value that is not a token', async () => {
        const { token } = await aPlayer(server, project);
        const changed = token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A');
        const unknown = [
          'x',
          'pat_',
          changed,
          `${token}A`,
          token.slice(0, -4),
          token.replace('pat_', 'PAT_'),
          token.slice(4),
        ];
        for (const each of [...unknown, server.teamKey]) {
          challenged(await server.call('POST', PATH, { token: each, body: {} }), 'invalid_token');
        }
      });

      test('with a malformed header', async () => {
        const { token } = await aPlayer(server, project);
        for (const authorization of ['Bearer', token, `Basic ${token}`, `Bearer${token}`, `Bearer ${token} x`]) {
          challenged(await server.call('POST', PATH, { headers: { authorization } }), 'invalid_request');
        }
      });

      test('with a valid header twice', async () => {
        const { token } = await aPlayer(server, project);
        const header = `Authorization: Bearer ${token}`;
        challenged(await exchange(server.url, rawRequest('POST', PATH, [header, header])), 'invalid_request');
      });

      test('with a token in the query, even with a valid header', async () => {
        const player = await aPlayer(server, project);
        for (const query of [
          'access_token=x',
          'token=',
          'playerAccessToken=x',
          `q=${player.token}`,
          'a=1&q=1&q=pat_',
        ]) {
          const reply = await server.call('POST', `${PATH}?${query}`, { token: player.token, body: {} });
          challenged(reply, 'invalid_request');
        }
        await assertNoTicket(player);
      });

      test('with a token that was rotated', async () => {
        const player = await aPlayer(server, project);
        const { body } = await identify(server, project, { installationId: player.installationId });
        challenged(await createTicket(server, player), 'invalid_token');
        assert.equal((await createTicket(server, { ...player, token: body.playerAccessToken })).status, 201);
      });

      test('with a token that has expired', async (t) => {
        const own = await startServer(t, { env: { TOKEN_LIFETIME_SECONDS: '60' } });
        const player = await aPlayer(own);
        own.clock.advance(60_000);
        challenged(await createTicket(own, player), 'invalid_token');
      });

      test('comes before any check of the body', async () => {
        const type = { 'content-type': 'text/plain' };
        for (const options of [
          { raw: '{' },
          { raw: 'x', headers: type },
          { raw: ' '.repeat(70_000) },
          { body: {}, headers: { 'idempotency-key': '' } },
        ]) {
          challenged(await server.call('POST', PATH, options));
          challenged(await server.call('POST', PATH, { ...options, token: 'pat_x' }), 'invalid_token');
        }
      });

      test('for the public key of another project, an unknown key and an empty key', async () => {
        const player = await aPlayer(server, project);
        const other = await aProject(server);
        for (const key of [
          other.publicKey,
          'ppk_unknown',
          project.id,
          ...acceptedSamples(PROJECT_PUBLIC_KEY).map((s) => s[1]),
        ]) {
          challenged(await createTicket(server, player, { projectPublicKey: key }), 'invalid_token');
        }
        await assertNoTicket(player);
      });

      test('a body with another invalid field is a 400, with any public key', async () => {
        const player = await aPlayer(server, project);
        assertInvalid(
          await createTicket(server, player, { projectPublicKey: 'ppk_unknown', subject: 1 }),
          PATH,
          'subject',
        );
      });

      test('while the project is disabled', async () => {
        const own = await aProject(server);
        const player = await aPlayer(server, own);
        await updateProject(server, own, { status: 'disabled' });
        challenged(await createTicket(server, player), 'invalid_token');
        await updateProject(server, own, { status: 'active' });
        assert.equal((await createTicket(server, player)).status, 201);
      });
    });

    describe('CreateTicket 409', () => {
      test('player-blocked, until the player is unblocked', async () => {
        const player = await aPlayer(server, project);
        await block(server, player);
        assertProblem(await createTicket(server, player, { context: { platform: 'x' } }), 409, 'player-blocked', PATH);
        await assertNoTicket(player);
        assert.deepEqual((await seenPlayer(server, player.id)).context, NO_CONTEXT);
        assertInvalid(await createTicket(server, player, { message: '' }), PATH, 'message');
        await block(server, player, false);
        assert.equal((await createTicket(server, player)).status, 201);
      });
    });
  },
);
