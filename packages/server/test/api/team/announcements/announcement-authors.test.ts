import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_OPEN_ANNOUNCEMENTS } from '@player-support/contract/limits';
import { countReach } from '../../../../src/team/announcements/count-reach.ts';
import { assertInvalid, assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, anAnnouncement, aPlayer, aProject, type Member, poll, team } from '../../../helpers/builders.ts';
import { forgetEarlierEvents, openStream } from '../../../helpers/event-streams.ts';
import { aKey, withKey } from '../../../helpers/grants.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';

/** It is sent only if its author still may. */

const PATH = '/api/v1/team/announcements';
const HOUR = 3_600_000;
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

async function scheduled(send: Member['call'], projectId: string, fields: object = {}): Promise<string> {
  const body = { projectId, title: 'Sale', body: 'Soon.', startsAt: at(HOUR), ...fields };
  const reply = await send('POST', '/announcements', body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const listed = async (server: TestServer) => (await team(server, 'GET', '/announcements')).body.announcements;

const change = async (server: TestServer, { id }: Member, fields: object) => {
  const { status, text } = await team(server, 'PATCH', `/members/${id}`, fields);
  assert.equal(status, 200, text);
};

/** Makes two projects with a player each, an admin, the admin's key and that key's key. */
async function given(server: TestServer) {
  const [here, there] = [await aPlayer(server), await aPlayer(server)];
  const author = await aMember(server, 'admin', { projectIds: [here.project.id, there.project.id] });
  const access = { projectIds: [here.project.id, there.project.id] };
  const key = await aKey(author.call, access);
  const child = await aKey(withKey(server, key.key), access);
  const callers = { member: author.call, key: withKey(server, key.key), child: withKey(server, child.key) };
  const inboxes = async () => {
    const all = [await poll(server, here), await poll(server, there)];
    return all.flatMap(({ body }) => body.messages.map(({ id }: { id: string }) => id)).sort();
  };
  return { here: here.project, there: there.project, author, keyId: key.apiKey.id, callers, inboxes };
}
type Given = Awaited<ReturnType<typeof given>>;
type By = 'member' | 'key' | 'child';

/** Ways to lose access, and whose announcements each withholds. */
const losses: readonly (readonly [
  what: string,
  lose: (server: TestServer, given: Given) => Promise<unknown>,
  here: readonly By[],
  there: readonly By[],
])[] = [
  [
    'a member is disabled',
    (server, { author }) => change(server, author, { disabled: true }),
    ['member', 'key', 'child'],
    ['member', 'key', 'child'],
  ],
  [
    'a member is no longer an admin',
    (server, { author }) => change(server, author, { role: 'agent' }),
    ['member', 'key', 'child'],
    ['member', 'key', 'child'],
  ],
  [
    'a member loses a project',
    (server, { author, there }) => change(server, author, { projectIds: [there.id] }),
    ['member', 'key', 'child'],
    ['key', 'child'],
  ],
  [
    'a key is revoked',
    (server, { keyId }) => team(server, 'DELETE', `/api-keys/${keyId}`),
    ['key', 'child'],
    ['key', 'child'],
  ],
];

suite('announcements that have not begun', () => {
  for (const [what, lose, ...lost] of losses) {
    for (const audience of [null, { platforms: ['iOS'] }]) {
      test(`${what}: withheld${audience ? ', with an audience' : ''}`, async (t) => {
        const server = await startServer(t);
        const all = await given(server);
        const { here, there, callers, inboxes } = all;
        const others = [await anAnnouncement(server, here, { startsAt: at(HOUR) })];
        const begun = await scheduled(callers.member, here.id, { startsAt: null });
        if (audience !== null) await scheduled(callers.member, here.id, { startsAt: null, audience });
        const gone: string[] = [];
        for (const [index, project] of [here, there].entries()) {
          for (const by of ['member', 'key', 'child'] as const) {
            const id = await scheduled(callers[by], project.id, { audience });
            if (lost[index]?.includes(by)) gone.push(id);
            else if (audience === null) others.push(id);
          }
        }
        const before = await listed(server);
        const reader = await openStream(t, server);
        await forgetEarlierEvents(server, reader);
        server.clock.advance(1);
        await lose(server, all);
        await reader.received(({ name, data }) => name === 'settings' && data.what === 'announcements');
        const after = await listed(server);
        for (const [index, one] of after.entries()) {
          const { endsAt, retractedAt, revision } = before[index];
          const now = gone.includes(one.id) ? { endsAt: at(1), retractedAt: at(1) } : { endsAt, retractedAt };
          assert.deepEqual({ ...one, revision }, { ...before[index], ...now });
          assert.equal(one.revision !== revision, gone.includes(one.id));
        }
        const [entry] = (await team(server, 'GET', '/audit')).body.entries;
        assert.equal(entry.details.withheldAnnouncements, gone.length);
        assert.deepEqual(await inboxes(), [begun]);
        server.clock.advance(HOUR);
        assert.deepEqual(await inboxes(), [...others, begun].sort());
      });
    }
  }

  test('those of an owner who becomes an admin, and of one who only wrote an earlier version, are sent', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [owner, first] = [await aMember(server, 'owner'), await aMember(server, 'admin')];
    await aMember(server, 'owner');
    const own = await scheduled(owner.call, player.project.id);
    const other = await scheduled(first.call, player.project.id);
    assert.equal((await owner.call('PATCH', `/announcements/${other}`, { title: 'Sale!' })).status, 200);
    await change(server, first, { disabled: true });
    await change(server, owner, { role: 'admin' });
    const [{ details }] = (await team(server, 'GET', '/audit')).body.entries;
    assert.deepEqual(details, { role: 'admin' });
    server.clock.advance(HOUR);
    const { messages } = (await poll(server, player)).body;
    assert.deepEqual(messages.map(({ id }: { id: string }) => id).sort(), [own, other].sort());
  });

  test('another admin can send a withheld one with another end, until its start, and it counts as open', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const player = await aPlayer(server);
    const { project } = player;
    const [gone, admin] = [await aMember(server, 'admin'), await aMember(server, 'admin')];
    const ids = [await scheduled(gone.call, project.id), await scheduled(gone.call, project.id)];
    await change(server, gone, { disabled: true });
    const [path = '', late = ''] = ids.map((id) => `/announcements/${id}`);
    assertInvalid(await admin.call('PATCH', path, { title: 'Sale!' }), `/api/v1/team${path}`, 'endsAt');
    assertProblem(
      await admin.call('POST', `${path}/retract`),
      409,
      'announcement-not-shown',
      `/api/v1/team${path}/retract`,
    );
    const full = await Promise.all(
      Array.from({ length: MAX_OPEN_ANNOUNCEMENTS }, () => anAnnouncement(server, project)),
    );
    assertInvalid(await admin.call('PATCH', path, { endsAt: null }), `/api/v1/team${path}`, 'projectId');
    for (const id of full) assert.equal((await team(server, 'DELETE', `/announcements/${id}`)).status, 204);
    await countReach({ store: server.store, live: server.live, now: server.clock.now, stopping: () => false });
    const sent = await admin.call('PATCH', path, { endsAt: null });
    assert.deepEqual([sent.status, sent.body.endsAt, sent.body.retractedAt], [200, null, null]);
    server.clock.advance(HOUR);
    assert.deepEqual(
      (await poll(server, player)).body.messages.map(({ id }: { id: string }) => id),
      ids.slice(0, 1),
    );
    assert.equal((await team(server, 'GET', `${path}/reach`)).body.isFinal, false);
    const tooLate = await admin.call('PATCH', late, { endsAt: null });
    assertProblem(tooLate, 409, 'announcement-begun', `/api/v1/team${late}`);
  });

  for (const method of ['POST', 'PATCH'] as const) {
    test(`${method} by a member who is disabled meanwhile: 401, and nothing changes`, async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const author = await aMember(server, 'admin');
      const id = await scheduled(team.bind(undefined, server), project.id);
      const before = await listed(server);
      const { transaction } = server.store;
      server.store.transaction = async (work) => {
        server.store.transaction = transaction;
        await change(server, author, { disabled: true });
        return transaction(work);
      };
      const reply =
        method === 'POST'
          ? await author.call(method, '/announcements', { projectId: project.id, title: 't', body: 'b' })
          : await author.call(method, `/announcements/${id}`, { title: 't' });
      assertUnauthorized(reply, method === 'POST' ? PATH : `${PATH}/${id}`);
      assert.deepEqual(await listed(server), before);
    });
  }

  test('400: a start after the API key of its author expires', async (t) => {
    const server = await startServer(t);
    const { id } = await aProject(server);
    const owner = await aMember(server, 'owner');
    const { key } = await aKey(owner.call, { expiresAt: at(2 * HOUR) });
    const send = withKey(server, key);
    const made = await scheduled(send, id, { startsAt: at(2 * HOUR - 1) });
    const late = { startsAt: at(2 * HOUR) };
    const refused = await send('POST', '/announcements', { projectId: id, title: 't', body: 'b', ...late });
    assertInvalid(refused, PATH, 'startsAt');
    assertInvalid(await send('PATCH', `/announcements/${made}`, late), `${PATH}/${made}`, 'startsAt');
    assert.equal((await owner.call('PATCH', `/announcements/${made}`, late)).status, 200);
  });
});
