import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashSecret } from '../../../../src/domain/tokens.ts';
import { createPasswordLink } from '../../../../src/team/invitations/create-password-link.ts';
import { cookieOf, cookiesOf, getSession, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, fromOwnPage, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aViewer, begunTotp } from '../../../helpers/things.ts';

const NEW_PASSWORD = 'another long password';

const forDisabledMember: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const request = await prepare();
  const path = `/members/${request.params?.memberId}`;
  assert.equal((await team(server, 'PATCH', path, { disabled: true })).status, 200);
  return send(request);
};

testTeamOperation(
  createPasswordLink,
  {
    access: { role: 'admin', elsewhere: 403 },
    request: async ({ server, project }) => ({ params: { memberId: (await aViewer(server, project)).id } }),
    statuses: {
      404: changed({ params: { memberId: 'mem_a' } }),
      409: forDisabledMember,
    },
    statements: { usual: 6 },
    changeFeed: [settingsChange('members')],
  },
  () => {
    suite('a password', () => {
      test('can be set by a link, once, which ends all sessions', async (t) => {
        const server = await startServer(t);
        const [owner, member] = [await aMember(server, 'owner'), await aMember(server, 'owner')];
        const link = () => owner.call('POST', `/members/${member.id}/password-link`);
        const replaced = (await link()).body.token;
        const { status, body, text } = await link();
        assert.equal(status, 201, text);
        assert.deepEqual([body.invitation.memberId, body.invitation.email], [member.id, member.email]);
        const path = '/api/v1/team/invitations/accept';
        const accept = (token: string) => server.call('POST', path, { body: { token, password: NEW_PASSWORD } });
        assertProblem(await accept(replaced), 404, 'not-found', path);
        assert.equal((await accept(body.token)).status, 201);
        assertProblem(await accept(body.token), 404, 'not-found', path);
        assertUnauthorized(await getSession(server, member.cookie), SESSION);
        assert.equal((await signIn(server, member.email)).status, 401);
        assert.equal((await signIn(server, member.email, NEW_PASSWORD)).body.member.id, member.id);
        assert.equal((await team(server, 'GET', '/members')).body.members.length, 2);
      });

      test('set by a link forgets the browsers of the member, and an authenticator app that was begun', async (t) => {
        const server = await startServer(t);
        const [owner, member] = [await aMember(server, 'owner'), await aMember(server)];
        const [, browser = ''] = cookiesOf(await signIn(server, member.email));
        const secret = browser.split('=')[1] ?? '';
        const isKnown = () => server.store.knownBrowsers.isKnown(hashSecret(secret), member.email, server.clock.now);
        assert.equal(await isKnown(), true);
        const code = await begunTotp(server, member);
        const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
        const body = { token, password: NEW_PASSWORD };
        const accepted = await server.call('POST', '/api/v1/team/invitations/accept', { body });
        assert.equal(accepted.status, 201, accepted.text);
        assert.equal(await isKnown(), false);
        const path = '/api/v1/team/account/totp/confirm';
        const headers = fromOwnPage(cookieOf(accepted));
        assertInvalid(await server.call('POST', path, { headers, body: { code } }), path, 'code');
      });

      test("cannot be set by a link from before a change of the member's role", async (t) => {
        const server = await startServer(t);
        const [admin, member] = [await aMember(server, 'admin'), await aMember(server)];
        const { token } = (await admin.call('POST', `/members/${member.id}/password-link`)).body;
        assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { role: 'owner' })).status, 200);
        const path = '/api/v1/team/invitations/accept';
        const reply = await server.call('POST', path, { body: { token, password: NEW_PASSWORD } });
        assertProblem(reply, 404, 'not-found', path);
      });

      test('of a disabled member cannot be set by a link', async (t) => {
        const server = await startServer(t);
        const [owner, member] = [await aMember(server, 'owner'), await aMember(server)];
        const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
        await team(server, 'PATCH', `/members/${member.id}`, { disabled: true });
        const body = { token, password: NEW_PASSWORD };
        assert.equal((await server.call('POST', '/api/v1/team/invitations/accept', { body })).status, 404);
        const path = `/members/${member.id}/password-link`;
        assertProblem(await owner.call('POST', path), 409, 'member-disabled', `/api/v1/team${path}`);
      });
    });

    suite('403', () => {
      test('for the own account, which a stolen session could take over', async (t) => {
        const server = await startServer(t);
        const owner = await aMember(server, 'owner');
        const path = `/members/${owner.id}/password-link`;
        assertProblem(await owner.call('POST', path), 403, 'forbidden', `/api/v1/team${path}`);
        assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, []);
      });
    });
  },
);
