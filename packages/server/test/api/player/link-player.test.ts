import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { linkPlayer as operation } from '../../../src/player/link-player.ts';
import { assertProblem, assertUnauthorized } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  directMessage,
  getTicket,
  identify,
  listTickets,
  markRead,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  setStatus,
  team,
  teamReply,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { claimsOf, identityToken, link, linked, SECRET, setUpIdentity, unlink } from '../../helpers/identity.ts';
import type { PlayerGiven, Scenario } from '../../helpers/operation/facts.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

const notSetUp: Scenario<PlayerGiven> = async ({ server, player, prepare, send }) => {
  const request = await prepare();
  assert.equal((await team(server, 'DELETE', `/projects/${player.project.id}/identity`)).status, 204);
  return send(request);
};

const ids = ({ body }: Reply): string[] => body.tickets.map(({ id }: { id: string }) => id).sort();
const titles = ({ body }: Reply): string[] => body.messages.map(({ title }: { title: string }) => title).sort();

await testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => {
      await setUpIdentity(server, player.project);
      return { body: { identityToken: await identityToken('account', server.clock.now) } };
    },
    statuses: {
      400: changed({ body: { identityToken: 1 } }),
      403: changed({ body: { identityToken: 'x' } }),
      409: notSetUp,
    },
    changeFeed: [],
    statements: { usual: 21 },
  },
  async () => {
    const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
    const project = await aProject(server);
    await setUpIdentity(server, project);
    let accounts = 0;
    const account = () => `account-${++accounts}`;

    suite('LinkPlayer 200', () => {
      test('the account gets the tickets and the inbox, and both installations have the same', async () => {
        const [one, two] = [await aPlayer(server, project), await aPlayer(server, project)];
        const tickets = [await aTicket(server, one), await aTicket(server, two)];
        await teamReply(server, tickets[0] ?? '');
        await directMessage(server, two, { title: 'For two' });
        const subject = account();
        const [first, second] = [await linked(server, one, subject), await linked(server, two, subject)];
        assert.equal(first.id, second.id);
        assert.notEqual(first.token, second.token);
        for (const player of [first, second]) {
          assert.deepEqual(ids(await listTickets(server, player)), tickets.toSorted());
          assert.deepEqual(titles(await poll(server, player)), ['For two', 'Stuck']);
        }
        const seen = await seenPlayer(server, first.id);
        assert.deepEqual([seen.userId, seen.verified, seen.openTickets], [subject, true, 2]);
        const inbox = (await poll(server, first)).body.messages[0].id;
        assert.equal((await markRead(server, second, inbox)).status, 200);
        const [{ readAt }] = (await poll(server, first)).body.messages;
        assert.notEqual(readAt, null);
        assert.equal((await playerReply(server, second, tickets[0] ?? '', 'From two.')).status, 200);
        const { messages } = (await getTicket(server, first, tickets[0] ?? '')).body;
        assert.equal(messages.at(-1).message, 'From two.');
        for (const token of [one.token, two.token]) {
          assertUnauthorized(await poll(server, { ...one, token }), '/api/v1/player/inbox', 'invalid_token');
        }
      });

      test('the account gets an inbox that has no message about a ticket', async () => {
        const player = await aPlayer(server, project);
        await directMessage(server, player, { title: 'A gift' });
        assert.deepEqual(titles(await poll(server, await linked(server, player, account()))), ['A gift']);
      });

      test('the team works on a moved ticket by the same id', async () => {
        const player = await aPlayer(server, project);
        const [ticket, other] = [await aTicket(server, player), await aTicket(server, player)];
        const after = await linked(server, player, account());
        const seen = (await team(server, 'GET', `/tickets/${ticket}`)).body;
        assert.deepEqual([seen.playerId, seen.verified, seen.player.id], [after.id, true, after.id]);
        assert.equal((await teamReply(server, ticket, 'Answer.')).status, 201);
        assert.equal(
          (await team(server, 'PATCH', '/tickets', { ticketIds: [ticket], priority: 'high' })).body.updated[0],
          ticket,
        );
        assert.equal((await team(server, 'POST', `/tickets/${other}/merge`, { into: ticket })).status, 200);
        assert.equal((await team(server, 'POST', `/tickets/${other}/unmerge`)).status, 200);
        assert.equal((await setStatus(server, other, 'closed')).status, 200);
        assert.equal(
          (await team(server, 'POST', `/players/${player.id}/messages`, { title: 'Old id', body: 'b' })).status,
          201,
        );
        assert.ok(
          titles(await poll(server, after)).includes('Old id'),
          'the id of the installation leads to the account',
        );
        assert.equal((await seenPlayer(server, player.id)).id, after.id);
        assert.equal((await getTicket(server, after, ticket)).body.messages.at(-1).message, 'Answer.');
      });

      test('the limit of open tickets counts the account', async () => {
        const [one, two] = [await aPlayer(server, project), await aPlayer(server, project)];
        for (let count = 0; count < 6; count++) {
          await aTicket(server, one);
          await aTicket(server, two);
        }
        const subject = account();
        const [first, second] = [await linked(server, one, subject), await linked(server, two, subject)];
        assert.equal((await seenPlayer(server, first.id)).openTickets, 12);
        const created = await createTicket(server, second);
        assertProblem(created, 409, 'open-ticket-limit', '/api/v1/tickets');
        for (const id of ids(await listTickets(server, first)).slice(0, 3)) await setStatus(server, id, 'closed');
        assert.equal((await createTicket(server, second)).status, 201);
        assert.equal((await createTicket(server, first)).status, 409);
      });

      test('an installation that identifies itself again comes back to the account', async () => {
        const player = await aPlayer(server, project, { userId: 'claimed' });
        const ticket = await aTicket(server, player);
        const subject = account();
        const before = await linked(server, player, subject);
        const { installationId } = player;
        const context = { platform: 'PC' };
        const again = await identify(server, project, { installationId, userId: 'somebody else', context });
        assert.deepEqual([again.status, again.body.playerId], [200, before.id]);
        const after = { ...player, id: again.body.playerId, token: again.body.playerAccessToken };
        assert.deepEqual(ids(await listTickets(server, after)), [ticket]);
        assert.equal((await poll(server, before)).status, 401);
        const seen = await seenPlayer(server, before.id);
        assert.deepEqual([seen.userId, seen.context.platform], [subject, 'PC']);
      });

      test('a link to another account ends the first one, whose tickets stay', async () => {
        const player = await aPlayer(server, project);
        const ticket = await aTicket(server, player);
        const [one, two] = [account(), account()];
        const first = await linked(server, player, one);
        const second = await linked(server, first, two);
        assert.notEqual(second.id, first.id);
        assert.deepEqual(ids(await listTickets(server, second)), []);
        assert.equal((await poll(server, first)).status, 401);
        const back = await linked(server, await aPlayer(server, project), one);
        assert.deepEqual(ids(await listTickets(server, back)), [ticket]);
      });

      test('a block comes along, and a repeated request is the same request on every token', async () => {
        const player = await aPlayer(server, project);
        const headers = { 'idempotency-key': 'once' };
        const sent = await createTicket(server, player, {}, { headers });
        await block(server, player);
        const after = await linked(server, player, account());
        const repeated = await createTicket(server, after, {}, { headers });
        assert.deepEqual([repeated.status, repeated.text], [201, sent.text]);
        assert.equal((await createTicket(server, after)).status, 409);
        assert.equal((await seenPlayer(server, after.id)).blocked, true);
        const other = await linked(server, await aPlayer(server, project), account());
        assert.equal((await createTicket(server, other, {}, { headers })).status, 201);
      });

      test('no more than 50 installations: the one that was not seen for the longest time is unlinked', async () => {
        const subject = account();
        const [oldest, second] = [await aPlayer(server, project), await aPlayer(server, project)];
        const first = await linked(server, oldest, subject, server.clock.now);
        server.clock.advance(1000);
        const kept = await linked(server, second, subject, server.clock.now);
        for (let count = 2; count < 50; count++) {
          await linked(server, await aPlayer(server, project), subject, server.clock.now);
        }
        assert.equal((await poll(server, first)).status, 200);
        await linked(server, await aPlayer(server, project), subject, server.clock.now);
        assert.deepEqual([(await poll(server, first)).status, (await poll(server, kept)).status], [401, 200]);
        const { installationId } = oldest;
        assert.equal((await identify(server, project, { installationId })).body.playerId, oldest.id);
      });
    });

    suite('LinkPlayer 403', () => {
      async function refused(token: string | Promise<string>, detail: RegExp, player?: Player): Promise<void> {
        const sender = player ?? (await aPlayer(server, project));
        const reply = await link(server, sender, await token);
        assertProblem(reply, 403, 'identity-token-refused', '/api/v1/player/link');
        assert.match(reply.body.detail, detail);
        assert.equal((await poll(server, sender)).status, 200, 'the token of the installation stays');
      }

      test('a token that was used before, also by the same installation', async () => {
        const token = await identityToken(account(), server.clock.now);
        const player = await aPlayer(server, project);
        const reply = await link(server, player, token);
        assert.equal(reply.status, 200);
        await refused(token, /used before/);
        const after = { ...player, token: reply.body.playerAccessToken };
        await refused(token, /used before/, after);
        const unlinked = await unlink(server, after);
        await refused(token, /used before/, { ...player, token: unlinked.body.playerAccessToken });
      });

      test('a token with a jti that was used before', async () => {
        const subject = account();
        const jti = 'the-same';
        const token = () => identityToken(subject, server.clock.now, { jti });
        await link(server, await aPlayer(server, project), await token());
        await refused(identityToken(subject, server.clock.now - 1000, { jti }), /used before/);
      });

      test('claims that are missing, wrong, too old or too long', async () => {
        const { clock } = server;
        const iat = Math.floor(clock.now / 1000);
        const withClaims = (claims: object) => identityToken(account(), clock.now, claims);
        await refused(withClaims({ aud: 'another' }), /`aud`/);
        await refused(withClaims({ aud: undefined }), /`aud`/);
        await refused(withClaims({ sub: undefined }), /`sub`/);
        for (const sub of ['', ' ', 'x'.repeat(201)]) await refused(withClaims({ sub }), /`sub`/);
        await refused(withClaims({ sub: 'a\u0000b' }), /`sub`/);
        await refused(withClaims({ exp: undefined }), /`exp`/);
        await refused(withClaims({ iat: undefined }), /`iat`/);
        await refused(withClaims({ iat: iat - 300, exp: iat }), /expired/);
        await refused(withClaims({ exp: iat + 601 }), /at most 600/);
        await refused(withClaims({ iat: iat + 61, exp: iat + 100 }), /future/);
        await refused(withClaims({ nbf: iat + 61 }), /`nbf`/);
        await refused(withClaims({ jti: 7 }), /jti/);
        const sub = 'x'.repeat(200);
        assert.equal(
          (await link(server, await aPlayer(server, project), await withClaims({ sub, exp: iat + 600 }))).status,
          200,
        );
      });

      test('another issuer, if the settings name one', async () => {
        const own = await aProject(server);
        await setUpIdentity(server, own, {
          secret: SECRET,
          issuer: 'studio',
        });
        const player = await aPlayer(server, own);
        await refused(identityToken(account(), server.clock.now), /`iss`/, player);
        await refused(identityToken(account(), server.clock.now, { iss: 'other' }), /`iss`/, player);
        const good = await identityToken(account(), server.clock.now, { iss: 'studio' });
        assert.equal((await link(server, player, good)).status, 200);
      });

      test('texts that are no token', async () => {
        const none = Buffer.from('{"alg":"none"}').toString('base64url');
        const claims = Buffer.from(JSON.stringify(claimsOf(account(), server.clock.now))).toString('base64url');
        for (const token of ['x', 'a.b.c', `${none}.${claims}.`, `${none}.${claims}`, '..', '🙂']) {
          await refused(token, /algorithm|understands/);
        }
      });
    });
  },
);
