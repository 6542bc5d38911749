import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_GRANTS } from '@player-support/contract/limits';
import { newApiKey } from '../../../../src/domain/api-key.ts';
import { newInvitation } from '../../../../src/domain/invitation.ts';
import { DAY } from '../../../../src/domain/time.ts';
import { lockGrantor } from '../../../../src/team/grants.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aMember, callWith, type Member, team } from '../../../helpers/builders.ts';
import { openStream } from '../../../helpers/event-streams.ts';
import { accept, aKey, anInvitation, withKey } from '../../../helpers/grants.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

/** However many keys a caller creates, they have the limits of one. */

/** A key that this caller creates, a key that the first one creates, and so on. */
async function chainOf(server: TestServer, creator: Member['call'], length: number) {
  const keys: { key: string; apiKey: { id: string; createdBy: string } }[] = [];
  for (let call = creator; keys.length < length; ) {
    const created = await aKey(call);
    keys.push(created);
    call = withKey(server, created.key);
  }
  return keys;
}

const bearer = ({ key }: { readonly key: string }) => ({ authorization: `Bearer ${key}` });

suite('all keys that a caller created, at any depth, count together', () => {
  test('streams: with those of the member, who always gets its own', async (t) => {
    const server = await startServer(t, { config: { live: { streamsPerMember: 2 } } });
    const open = async (headers: Record<string, string>) => (await openStream(t, server, { headers })).status;
    const [admin, other] = [await aMember(server, 'admin'), await aMember(server, 'admin')];
    const [first, second, third] = await chainOf(server, admin.call, 3);
    const [others] = await chainOf(server, other.call, 1);
    assert.ok(first && second && third && others);
    assert.equal(await open({ cookie: admin.cookie }), 200);
    assert.equal(await open(bearer(third)), 200);
    for (const key of [first, second, third]) assert.equal(await open(bearer(key)), 429);
    assert.equal(await open({ cookie: admin.cookie }), 200);
    assert.equal(await open({ cookie: admin.cookie }), 429);
    for (const status of [200, 200, 429]) assert.equal(await open(bearer(others)), status);
  });

  test("streams: an operator's key is its own creator, and keys that it creates count with it", async (t) => {
    const server = await startServer(t, { config: { live: { streamsPerMember: 2 } } });
    const [first, second] = await chainOf(server, withKey(server, server.teamKey), 2);
    assert.ok(first && second);
    assert.equal((await openStream(t, server)).status, 200);
    assert.equal((await openStream(t, server, { headers: bearer(first) })).status, 200);
    assert.equal((await openStream(t, server, { headers: bearer(second) })).status, 429);
  });

  test('a key that a member has taken over counts for that member', async (t) => {
    const server = await startServer(t, { config: { live: { streamsPerMember: 1 } } });
    const [gone, heir] = [await aMember(server, 'admin'), await aMember(server, 'admin')];
    const [, second, third] = await chainOf(server, gone.call, 3);
    assert.ok(second && third);
    assert.equal((await team(server, 'PATCH', `/members/${gone.id}`, { disabled: true })).status, 200);
    const taken = await heir.call('POST', '/api-keys/take-over', { apiKeyIds: [second.apiKey.id] });
    assert.equal(taken.status, 200, taken.text);
    const [own] = await chainOf(server, heir.call, 1);
    assert.ok(own);
    assert.equal((await openStream(t, server, { headers: bearer(own) })).status, 200);
    assert.equal((await openStream(t, server, { headers: bearer(second) })).status, 429);
    assert.equal((await openStream(t, server, { headers: bearer(third) })).status, 401);
  });

  test('requests', async (t) => {
    const server = await startServer(t, { config: { limits: { teamWrite: 5 } } });
    const admin = await aMember(server, 'admin');
    // Two of the five writes.
    const keys = await chainOf(server, admin.call, 2);
    const send = async (call: Member['call']) => (await call('DELETE', '/macros/mac_none')).status;
    for (const status of [404, 429]) {
      for (const { key } of keys) assert.equal(await send(withKey(server, key)), status);
      if (status === 404) assert.equal(await send(admin.call), 404);
    }
    assert.equal(await send(admin.call), 404);
  });
});

test('a tenth of all streams is kept for owners who have signed in', async (t) => {
  const server = await startServer(t, { config: { live: { streams: 10 } } });
  const open = async (headers?: Record<string, string>) =>
    (await openStream(t, server, headers === undefined ? {} : { headers })).status;
  const [admin, owner] = [await aMember(server, 'admin'), await aMember(server, 'owner')];
  for (let opened = 0; opened < 9; opened++) assert.equal(await open(), 200);
  assert.equal(await open(), 503, "a program's key, also an owner's");
  assert.equal(await open({ cookie: admin.cookie }), 503);
  assert.equal(await open({ cookie: owner.cookie }), 200);
  assert.equal(await open({ cookie: owner.cookie }), 503);
});

test('a member and its keys create at most 100 usable keys, and 100 open links', async (t) => {
  const server = await startServer(t);
  const { store, clock } = server;
  const admin = await aMember(server, 'admin');
  const [first, second] = await chainOf(server, admin.call, 2);
  assert.ok(first && second);
  for (let count = 2; count < MAX_GRANTS; count++) {
    const { row } = newApiKey('n', clock.now, undefined, { createdBy: count % 2 ? admin.id : second.apiKey.id });
    await store.apiKeys.insert(row);
  }
  const key = (call: Member['call']) => call('POST', '/api-keys', { name: 'n', role: 'viewer' });
  for (const call of [admin.call, withKey(server, second.key)]) {
    assertInvalid(await key(call), '/api/v1/team/api-keys', 'name');
  }
  assert.equal((await key((await aMember(server, 'admin')).call)).status, 201);
  assert.equal((await admin.call('DELETE', `/api-keys/${second.apiKey.id}`)).status, 204);
  assert.equal((await key(admin.call)).status, 201);

  for (let count = 0; count < MAX_GRANTS; count++) {
    const access = { email: `${count}@studio.example`, role: 'viewer', projectIds: null } as const;
    const createdBy = count % 2 ? admin.id : first.apiKey.id;
    await store.invitations.insert(newInvitation({ ...access, createdBy }, clock.now).row);
  }
  const invitation = (call: Member['call']) =>
    call('POST', '/invitations', { email: 'new@studio.example', role: 'viewer' });
  assertInvalid(await invitation(admin.call), '/api/v1/team/invitations', 'email');
  assert.equal((await invitation((await aMember(server, 'admin')).call)).status, 201);
});

test('what a key grants waits for its creator, so keys of one creator cannot pass a limit at once', async (t) => {
  const server = await startServer(t);
  const admin = await aMember(server, 'admin');
  const [first, second] = await chainOf(server, admin.call, 2);
  const [own, made] = await chainOf(server, withKey(server, server.teamKey), 2);
  assert.ok(first && second && own && made);
  const ofOperator = own.apiKey.createdBy;
  const locked: string[] = [];
  const noted =
    <Row>(lock: (id: string) => Promise<Row | undefined>) =>
    async (id: string) => {
      const row = await lock(id);
      if (row !== undefined) locked.push(id);
      return row;
    };
  const { now } = server.clock;
  await server.store.transaction(async ({ members, apiKeys }) => {
    const tx = {
      members: { ...members, lock: noted(members.lock) },
      apiKeys: { ...apiKeys, lock: noted(apiKeys.lock) },
    };
    for (const [{ apiKey }, responsibleId] of [
      [second, admin.id],
      [made, ofOperator],
    ] as const) {
      await lockGrantor(tx, { type: 'api_key', id: apiKey.id, responsibleId }, now);
    }
  });
  assert.deepEqual(locked, [admin.id, second.apiKey.id, ofOperator, made.apiKey.id]);
});

test('an admin, members they invited, and those invited by these count together', async (t) => {
  const server = await startServer(t, { config: { live: { streams: 10, streamsPerMember: 2 } } });
  const open = async (headers: Record<string, string>) => (await openStream(t, server, { headers })).status;
  const join = async (inviter: Member['call']) => {
    const { token } = await anInvitation(inviter, { role: 'admin' });
    const { headers } = await accept(server, token);
    const [cookie = ''] = headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    return { cookie, call: callWith(server, cookie) };
  };
  const [admin, owner] = [await aMember(server, 'admin'), await aMember(server, 'owner')];
  const first = await join(admin.call);
  const second = await join((await join(first.call)).call);
  const [key] = await chainOf(server, first.call, 1);
  assert.ok(key);
  const third = await join(withKey(server, key.key));
  for (const { cookie } of [admin, first])
    for (const status of [200, 200]) assert.equal(await open({ cookie }), status);
  assert.equal(await open({ cookie: second.cookie }), 200);
  assert.equal(await open({ cookie: third.cookie }), 503);
  assert.equal(await open(bearer((await chainOf(server, third.call, 1))[0] ?? assert.fail())), 503);
  const other = await join(owner.call);
  for (const status of [200, 200]) assert.equal(await open({ cookie: other.cookie }), status);

  // Members have used three of 50 above. What the key invited counts for keys.
  for (let count = 3; count < 50; count++) await anInvitation(count % 2 === 0 ? first.call : admin.call);
  const refused = await second.call('POST', '/invitations', { email: 'last@studio.example', role: 'viewer' });
  assert.equal(refused.status, 429, refused.text);
  await anInvitation(other.call);
  await owner.call('PATCH', `/members/${admin.id}`, { role: 'owner' });
  await anInvitation(admin.call);
});

test('all keys of one creator invite 50 people in 24 hours, also when the links were used', async (t) => {
  const server = await startServer(t);
  const admin = await aMember(server, 'admin');
  const keys = (await chainOf(server, admin.call, 2)).map(({ key }) => withKey(server, key));
  let count = 0;
  const invite = (call: Member['call'] | undefined) =>
    call?.('POST', '/invitations', { email: `p${++count}@studio.example`, role: 'viewer' });
  while (count < 50) {
    const reply = await invite(keys[count % 2]);
    assert.equal(reply?.status, 201);
    assert.ok(await server.store.invitations.remove(reply.body.invitation.id));
  }
  for (const key of keys) assert.equal((await invite(key))?.status, 429);
  assert.equal((await invite(admin.call))?.status, 201);
  server.clock.advance(DAY);
  assert.equal((await invite(keys[0]))?.status, 201);
});
