import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { lastEntry } from '../../../helpers/accounts.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { withPasskey } from '../../../helpers/authenticator.ts';
import { aMember, aProject, team } from '../../../helpers/builders.ts';
import { openStream } from '../../../helpers/event-streams.ts';
import { startServer } from '../../../helpers/harness.ts';
import { withTotp } from '../../../helpers/things.ts';

async function required(t: TestContext) {
  const server = await startServer(t);
  const owner = await aMember(server, 'owner');
  await withTotp(server, owner);
  const member = await aMember(server, 'agent');
  const set = (secondFactorRequired: boolean) => owner.call('PATCH', '/settings', { secondFactorRequired });
  return { server, owner, member, set };
}

suite('a required second factor', () => {
  test('leaves a member without one nothing but to set one up, at once and in open streams', async (t) => {
    const { server, owner, member, set } = await required(t);
    const stream = await openStream(t, server, { headers: { cookie: member.cookie } });
    assert.equal((await set(true)).status, 200);
    await stream.ended;
    assert.deepEqual((await lastEntry(server)).details, { secondFactorRequired: true });
    for (const [method, path] of [
      ['GET', '/tickets'],
      ['GET', '/projects'],
      ['GET', '/members'],
      ['PATCH', '/account'],
      ['GET', '/events'],
    ] as const) {
      const refused = await member.call(method, path, method === 'GET' ? undefined : {});
      assert.equal(refused.body.type, '/problems/second-factor-missing', `${method} ${path}: ${refused.text}`);
      assertProblem(refused, 403, 'second-factor-missing', `/api/v1/team${path}`);
    }
    assert.equal((await member.call('GET', '/session')).body.secondFactorMissing, true);
    assert.equal((await owner.call('GET', '/projects')).status, 200);
    assert.equal((await team(server, 'GET', '/projects')).status, 200);

    await withTotp(server, member);
    assert.equal((await member.call('GET', '/projects')).status, 200);
    assert.equal((await member.call('GET', '/session')).body.secondFactorMissing, false);
    const other = await aMember(server, 'viewer');
    await withPasskey(server, other);
    assert.equal((await other.call('GET', '/projects')).status, 200, 'a passkey is one as well');
  });

  test('can be required only by an owner of all projects, and ends with the switch', async (t) => {
    const { server, member, set } = await required(t);
    const project = await aProject(server);
    const partOwner = await aMember(server, 'owner', { projectIds: [project.id] });
    await withTotp(server, partOwner);
    assert.equal((await partOwner.call('PATCH', '/settings', { secondFactorRequired: true })).status, 403);
    assert.equal((await set(true)).status, 200);
    assert.equal((await member.call('GET', '/projects')).status, 403);
    assert.equal((await set(false)).status, 200);
    assert.equal((await member.call('GET', '/projects')).status, 200);
  });
});
