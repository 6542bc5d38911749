import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptInvitation } from '../../../../src/team/invitations/accept-invitation.ts';
import { lastEntry } from '../../../helpers/accounts.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aMember, team } from '../../../helpers/builders.ts';
import { forgetEarlierEvents, openStream } from '../../../helpers/event-streams.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { HIDDEN, withChanges } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMemberWithWebhook, anInvitation, withTotp } from '../../../helpers/things.ts';

/** The member has a second factor. */
const withoutTheCode: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const [owner, member] = [await aMember(server, 'owner'), await aMember(server)];
  await withTotp(server, member);
  const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
  return send(withChanges(await prepare(), { body: { token } }));
};

/** The address has become a member's meanwhile. */
const byAMember: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const invite = async () => {
    const fields = { email: 'twice@studio.example', role: 'viewer' };
    const { token } = (await team(server, 'POST', '/invitations', fields)).body;
    return withChanges(await prepare(), { body: { token } });
  };
  const [first, second] = [await invite(), await invite()];
  assert.equal((await send(first)).status, 201);
  return send(second);
};

testTeamOperation(
  acceptInvitation,
  {
    access: 'public',
    request: async ({ server, project }) => ({
      body: { token: (await anInvitation(server, project)).token, name: 'n', password: `${HIDDEN} and unknown` },
    }),
    statuses: {
      400: changed({ body: { token: undefined } }),
      401: withoutTheCode,
      404: changed({ body: { token: 'inv_unknown' } }),
      409: byAMember,
    },
    statements: { usual: 13 },
    changeFeed: [settingsChange('members')],
  },
  () => {
    test('400: a common password leaves the link as it is', async (t) => {
      const server = await startServer(t);
      const owner = await aMember(server, 'owner');
      const { token } = (await owner.call('POST', '/invitations', { email: 'ada.long@studio.example', role: 'agent' }))
        .body;
      const accept = (password: string) =>
        server.call('POST', '/api/v1/team/invitations/accept', { body: { token, name: 'Ada Lovelace', password } });
      for (const password of ['password1234', 'AdaLovelace1815', 'ada.long.studio']) {
        assertInvalid(await accept(password), '/api/v1/team/invitations/accept', 'password');
      }
      assert.equal((await accept('a long enough password')).status, 201);
    });

    test('401: a wrong code at a password link is in the audit log', async (t) => {
      const server = await startServer(t);
      const [owner, member] = [await aMember(server, 'owner'), await aMember(server)];
      await withTotp(server, member);
      const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
      const body = { token, password: 'a long enough password', code: '000000' };
      const accept = (body: object) => server.call('POST', '/api/v1/team/invitations/accept', { body });
      assert.equal((await accept({ ...body, code: undefined })).status, 401);
      assert.notEqual((await lastEntry(server)).action, 'AcceptInvitation');
      assert.equal((await accept(body)).status, 401);
      const entry = { action: 'AcceptInvitation', actor: member.id, details: { failed: 'code' } };
      assert.deepEqual(await lastEntry(server), entry);
    });

    test('201: a password link removes the webhook of the member', async (t) => {
      const server = await startServer(t);
      const [owner, member] = [await aMember(server, 'owner'), await aMemberWithWebhook(server)];
      const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
      const webhookOf = async () =>
        (await owner.call('GET', '/members')).body.members.find(({ id }: { id: string }) => id === member.id)
          .webhookHost;
      // The link was created, but not used.
      assert.equal(await webhookOf(), '93.184.216.34');
      server.clock.advance(1);
      const body = { token, password: 'a long enough password' };
      assert.equal((await server.call('POST', '/api/v1/team/invitations/accept', { body })).status, 201);
      assert.equal(await webhookOf(), null);
      const [entry] = (await team(server, 'GET', '/audit')).body.entries;
      assert.deepEqual(entry.details, { removedWebhook: '93.184.216.34' });
    });

    test('201: a password link ends the streams of the member only', async (t) => {
      const server = await startServer(t);
      const [owner, member] = [await aMember(server, 'owner'), await aMember(server)];
      const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
      const [stays, ends] = [
        await openStream(t, server, { headers: { cookie: owner.cookie } }),
        await openStream(t, server, { headers: { cookie: member.cookie } }),
      ];
      const body = { token, password: 'a long enough password' };
      assert.equal((await server.call('POST', '/api/v1/team/invitations/accept', { body })).status, 201);
      await ends.endsSoon();
      await forgetEarlierEvents(server, stays);
    });
  },
);
