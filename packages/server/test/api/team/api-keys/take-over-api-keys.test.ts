import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { takeOverApiKeys } from '../../../../src/team/api-keys/take-over-api-keys.ts';
import { cookieOf, lastEntry, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, fromOwnPage, type Member, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { forgetEarlierEvents, openStream } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { withChanges } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anApiKey, aSuspendedKey } from '../../../helpers/things.ts';

const PATH = '/api/v1/team/api-keys/take-over';

const PROJECTS = '/api/v1/team/projects';

const takeOver = (member: Pick<Member, 'call'>, ...apiKeyIds: readonly string[]): Promise<Reply> =>
  member.call('POST', '/api-keys/take-over', { apiKeyIds });

interface Suspended {
  readonly server: TestServer;
  /** Created the keys and lost access. */
  readonly removed: Member;
  readonly other: Member;
  readonly keys: readonly { readonly id: string; readonly key: string }[];
  working(): Promise<boolean[]>;
}

/** A member created two, and the second key the third. */
async function suspended(t: TestContext): Promise<Suspended> {
  const server = await startServer(t);
  const [removed, other] = [await aMember(server, 'admin'), await aMember(server, 'admin')];
  const keys: { id: string; key: string }[] = [];
  const make = async (call: Member['call']) => {
    const { status, body, text } = await call('POST', '/api-keys', { name: 'k', role: 'admin' });
    assert.equal(status, 201, text);
    keys.push({ id: body.apiKey.id, key: body.key });
  };
  await make(removed.call);
  await make(removed.call);
  await make((method, path, body) => server.call(method, `/api/v1/team${path}`, { token: keys[1]?.key, body }));
  await disable(server, removed, true);
  const working = () =>
    Promise.all(keys.map(async ({ key }) => (await server.call('GET', PROJECTS, { token: key })).status === 200));
  assert.deepEqual(await working(), [false, false, false]);
  return { server, removed, other, keys, working };
}

async function disable(server: TestServer, { id }: Member, disabled: boolean): Promise<void> {
  assert.equal((await team(server, 'PATCH', `/members/${id}`, { disabled })).status, 200);
}

/** Disables and enables the member again. */
async function backAgain(server: TestServer, removed: Member): Promise<Member> {
  await disable(server, removed, false);
  const cookie = cookieOf(await signIn(server, removed.email));
  return {
    ...removed,
    cookie,
    call: (method, path, body) => server.call(method, `/api/v1/team${path}`, { headers: fromOwnPage(cookie), body }),
  };
}

const notSuspended: Scenario<TeamGiven> = async ({ server, project, prepare, send }) => {
  const { id } = await anApiKey(server, project);
  return send(withChanges(await prepare(), { body: { apiKeyIds: [id] } }));
};

testTeamOperation(
  takeOverApiKeys,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => ({ body: { apiKeyIds: [await aSuspendedKey(server, project)] } }),
    statuses: {
      400: changed({ body: { apiKeyIds: [] } }),
      404: changed({ body: { apiKeyIds: ['key_a'] } }),
      409: notSuspended,
    },
    // Each further key needs three more.
    statements: { usual: 6 },
    changeFeed: [settingsChange('api-keys')],
  },
  () => {
    suite('taking over', () => {
      test('makes the caller the creator of all keys and ends their suspension, in one audit entry', async (t) => {
        const { server, other, keys, working } = await suspended(t);
        const ids = keys.map(({ id }) => id);
        const console = await openStream(t, server);
        await forgetEarlierEvents(server, console);
        const { status, body, text } = await takeOver(other, ...ids, ids[0] ?? '');
        assert.equal(status, 200, text);
        assert.deepEqual(
          body.apiKeys.map(({ id, createdBy, suspendedAt }: Record<string, unknown>) => [id, createdBy, suspendedAt]),
          [...ids].sort().map((id) => [id, other.id, null]),
        );
        assert.deepEqual(await working(), [true, true, true]);
        const entry = { action: 'TakeOverApiKeys', actor: other.id, details: { apiKeyIds: [...ids].sort() } };
        assert.deepEqual(await lastEntry(server), entry);
        await console.received(({ name, data }) => name === 'settings' && data.what === 'api-keys');
      });

      test('of one key leaves the others suspended, and their creator unchanged', async (t) => {
        const { server, removed, other, keys, working } = await suspended(t);
        const [, second = assert.fail(), third = assert.fail()] = keys;
        assert.equal((await takeOver(other, second.id)).status, 200);
        assert.deepEqual(await working(), [false, true, false]);
        const back = await backAgain(server, removed);
        assertProblem(await takeOver(back, third.id), 403, 'forbidden', PATH);
        assert.equal((await takeOver(other, third.id)).status, 200);
      });

      test('suspends the keys again when the new creator loses access', async (t) => {
        const { server, other, keys, working } = await suspended(t);
        assert.equal((await takeOver(other, ...keys.map(({ id }) => id))).status, 200);
        await disable(server, other, true);
        assert.deepEqual(await working(), [false, false, false]);
      });

      test('by two members concurrently succeeds for one', async (t) => {
        const { server, other, keys } = await suspended(t);
        const ids = keys.map(({ id }) => id);
        const third = await aMember(server, 'admin');
        const replies = await Promise.all([takeOver(other, ...ids), takeOver(third, ...ids.toReversed())]);
        assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
        const winner = replies[0]?.status === 200 ? other : third;
        const { apiKeys } = (await team(server, 'GET', '/api-keys')).body;
        const creators = apiKeys
          .filter(({ id }: { id: string }) => ids.includes(id))
          .map(({ createdBy }: Reply['body']) => createdBy);
        assert.deepEqual(
          creators,
          ids.map(() => winner.id),
        );
      });
    });

    suite('a refusal changes none of the keys', () => {
      test('400: no key, or more than 100', async (t) => {
        const { other, keys, working } = await suspended(t);
        assertInvalid(await takeOver(other), PATH, 'apiKeyIds');
        assertInvalid(
          await takeOver(other, ...Array.from({ length: 101 }, () => keys[0]?.id ?? '')),
          PATH,
          'apiKeyIds',
        );
        assert.deepEqual(await working(), [false, false, false]);
      });

      test('401: a suspended key', async (t) => {
        const { server, keys } = await suspended(t);
        const [{ id, key } = assert.fail()] = keys;
        assertUnauthorized(
          await server.call('POST', PATH, { token: key, body: { apiKeyIds: [id] } }),
          PATH,
          'invalid_token',
        );
      });

      test('403: an API key with any role', async (t) => {
        const { server, keys, working } = await suspended(t);
        const reply = await team(server, 'POST', '/api-keys/take-over', { apiKeyIds: keys.map(({ id }) => id) });
        assertProblem(reply, 403, 'forbidden', PATH);
        assert.match(reply.body.detail, /Sign in as a member/);
        assert.deepEqual(await working(), [false, false, false]);
      });

      test('403: an agent', async (t) => {
        const { server, keys } = await suspended(t);
        assertProblem(await takeOver(await aMember(server, 'agent'), keys[0]?.id ?? ''), 403, 'forbidden', PATH);
      });

      test('403: the creator of one of them, or of the key that created it', async (t) => {
        const { server, removed, other, keys, working } = await suspended(t);
        const [first = assert.fail(), , third = assert.fail()] = keys;
        const back = await backAgain(server, removed);
        const foreign = await aSuspendedKey(server, await aProject(server));
        for (const { id } of [first, third]) {
          const reply = await takeOver(back, id, foreign);
          assertProblem(reply, 403, 'forbidden', PATH);
          assert.match(reply.body.detail, /Another member/);
        }
        assert.deepEqual(await working(), [false, false, false]);
        assert.equal((await takeOver(other, first.id)).status, 200);
      });

      test('404: a key that is unknown, has a higher role, or is of another project', async (t) => {
        const { server, other, keys, working } = await suspended(t);
        const ids = keys.map(({ id }) => id);
        assertProblem(await takeOver(other, ...ids, 'key_unknown'), 404, 'not-found', PATH);
        const project = await aProject(server);
        const local = await aMember(server, 'admin', { projectIds: [project.id] });
        assertProblem(await takeOver(local, ids[0] ?? ''), 404, 'not-found', PATH);
        const owner = await aMember(server, 'owner');
        await aMember(server, 'owner');
        const { apiKey } = (await owner.call('POST', '/api-keys', { name: 'k', role: 'owner' })).body;
        await disable(server, owner, true);
        assertProblem(await takeOver(other, ...ids, apiKey.id), 404, 'not-found', PATH);
        assert.deepEqual(await working(), [false, false, false]);
      });

      test('409: a key that is not suspended, or was revoked', async (t) => {
        const { server, other, keys, working } = await suspended(t);
        const [first = assert.fail(), second = assert.fail()] = keys;
        const good = (await other.call('POST', '/api-keys', { name: 'k', role: 'viewer' })).body;
        assertProblem(await takeOver(other, first.id, good.apiKey.id), 409, 'key-not-suspended', PATH);
        assert.equal((await team(server, 'DELETE', `/api-keys/${second.id}`)).status, 204);
        assertProblem(await takeOver(other, first.id, second.id), 409, 'key-not-suspended', PATH);
        assert.deepEqual(await working(), [false, false, false]);
      });
    });
  },
);
