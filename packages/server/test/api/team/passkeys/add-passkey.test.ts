import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../../../../src/domain/time.ts';
import { addPasskey } from '../../../../src/team/passkeys/add-passkey.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { Authenticator, aChallenge, proofOf, withPasskey } from '../../../helpers/authenticator.ts';
import { aMember, type Member, PASSWORD } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed, tooOftenWithoutCredentials } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/account/passkeys';

const begun = async (member: Member, factor: object = {}): Promise<string> =>
  (await member.call('POST', '/account/passkeys/begin', { password: PASSWORD, ...factor })).body.options.challenge;

async function aRequest(server: TestServer, member: Member | undefined) {
  const challenge = member === undefined ? 'none' : await begun(member);
  return { body: { name: 'Phone', ...new Authenticator().register(server.url, challenge) } };
}

testTeamOperation(
  addPasskey,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: ({ server, member }) => aRequest(server, member),
    statuses: {
      400: changed({ body: { clientDataJSON: 'e30' } }),
      409: async ({ server, member, send, prepare }) => {
        assert.ok(member);
        const request = await prepare();
        const first = await withPasskey(server, member);
        for (let count = 1; count < 20; count++) {
          await withPasskey(server, member, { factor: await proofOf(server, first) });
        }
        const challenge = await begun(member, await proofOf(server, first));
        return send({ ...request, body: { name: 'Phone', ...new Authenticator().register(server.url, challenge) } });
      },
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 8 },
    changeFeed: [settingsChange('members')],
  },
  () => {
    test('400: an answer to another challenge, of another member, page or host, too late or for the second time', async (t) => {
      const server = await startServer(t);
      const [member, other] = [await aMember(server), await aMember(server)];
      const add = (answer: object) => member.call('POST', '/account/passkeys', { name: 'Phone', ...answer });
      const { url } = server;
      const answers = [
        new Authenticator().register(url, await aChallenge(server)),
        new Authenticator().register(url, await begun(other)),
        new Authenticator().register(url, await begun(member), { origin: 'https://evil.example' }),
        new Authenticator().register(url, await begun(member), { host: 'evil.example' }),
      ];
      for (const answer of answers) assertInvalid(await add(answer), PATH, '$');
      const late = new Authenticator().register(url, await begun(member));
      server.clock.advance(5 * MINUTE);
      assertInvalid(await add(late), PATH, '$');
      const challenge = await begun(member);
      assert.equal((await add(new Authenticator().register(url, challenge))).status, 201);
      assertInvalid(await add(new Authenticator().register(url, challenge)), PATH, '$');
    });

    test('409: a passkey that is registered already, also by another member', async (t) => {
      const server = await startServer(t);
      const [member, other] = [await aMember(server), await aMember(server)];
      const authenticator = new Authenticator();
      for (const [one, status] of [
        [member, 201],
        [other, 409],
      ] as const) {
        const body = { name: 'Phone', ...authenticator.register(server.url, await begun(one)) };
        assert.equal((await one.call('POST', '/account/passkeys', body)).status, status);
      }
      assert.equal((await server.store.passkeys.memberOf(authenticator.id))?.member_id, member.id);
    });

    test('what a browser invents as transports is not stored', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const answer = new Authenticator().register(server.url, await begun(member));
      const reply = await member.call('POST', '/account/passkeys', {
        name: 'Phone',
        ...answer,
        transports: ['usb', 'x'],
      });
      assert.equal(reply.status, 201, reply.text);
      assert.deepEqual((await server.store.passkeys.ofMember(member.id))[0]?.transports, '["usb"]');
      assertProblem(await member.call('POST', '/account/passkeys', { ...answer }), 400, 'validation', PATH);
    });
  },
);
