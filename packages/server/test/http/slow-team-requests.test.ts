import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { aMember, type Member, team } from '../helpers/builders.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { beginRequest } from '../helpers/raw-http.ts';

/** Team callers' access may end before their bodies arrive. */

const SECOND = 1000;

/** The request creates a project. */
function begin(t: TestContext, server: TestServer, credentials: string) {
  const head = ['POST /api/v1/team/projects HTTP/1.1', 'Connection: close', 'Sec-Fetch-Site: same-origin', credentials];
  return beginRequest(t, server.url, head.join('\r\n'), JSON.stringify({ name: 'Slow' }));
}

async function projectNames(server: TestServer): Promise<string[]> {
  return (await team(server, 'GET', '/projects')).body.projects.map(({ name }: { name: string }) => name);
}

const change =
  (fields: object) =>
  async (server: TestServer, { id }: Member): Promise<void> =>
    assert.equal((await team(server, 'PATCH', `/members/${id}`, fields)).status, 200);

const ENDS: Readonly<Record<string, readonly [(server: TestServer, member: Member) => Promise<void>, number]>> = {
  'a session that has ended': [
    async (_server, member) => assert.equal((await member.call('DELETE', '/session')).status, 204),
    401,
  ],
  'a member who was disabled': [change({ disabled: true }), 401],
  'a member with a lower role': [change({ role: 'agent' }), 403],
};

suite('a slow request is refused for', () => {
  for (const [what, [end, status]] of Object.entries(ENDS)) {
    test(what, async (t) => {
      const server = await startServer(t);
      const member = await aMember(server, 'admin');
      const request = await begin(t, server, `Cookie: ${member.cookie}`);
      await end(server, member);
      server.clock.advance(SECOND);
      assert.match(await request.end(), new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.deepEqual(await projectNames(server), []);
    });
  }

  test('an API key that was revoked', async (t) => {
    const server = await startServer(t);
    const { apiKey, key } = (await team(server, 'POST', '/api-keys', { name: 'Old', role: 'admin' })).body;
    const request = await begin(t, server, `Authorization: Bearer ${key}`);
    assert.equal((await team(server, 'DELETE', `/api-keys/${apiKey.id}`)).status, 204);
    server.clock.advance(SECOND);
    assert.match(await request.end(), /^HTTP\/1\.1 401 /);
    assert.deepEqual(await projectNames(server), []);
  });
});

test('a slow request of a member who still has access succeeds', async (t) => {
  const server = await startServer(t);
  const member = await aMember(server, 'admin');
  const request = await begin(t, server, `Cookie: ${member.cookie}`);
  server.clock.advance(SECOND);
  assert.match(await request.end(), /^HTTP\/1\.1 201 /);
  assert.deepEqual(await projectNames(server), ['Slow']);
});
