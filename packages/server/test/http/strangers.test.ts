import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { MINUTE } from '../../src/domain/time.ts';
import { assertLimited, assertUnauthorized } from '../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  createTicket,
  eventually,
  fromOwnPage,
  getTicket,
  listTickets,
  markRead,
  playerReply,
  poll,
} from '../helpers/builders.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';

const INBOX = '/api/v1/player/inbox';
const LIMIT = 3;

/** The address reached the limit of refused authentications. */
async function refusingServer(t: Parameters<typeof startServer>[0], options: Parameters<typeof startServer>[1] = {}) {
  const server = await startServer(t, { ...options, env: { RATE_LIMIT_AUTH_ADDRESS: String(LIMIT), ...options.env } });
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player);
  for (let i = 0; i < LIMIT; i++) assertUnauthorized(await server.call('GET', INBOX), INBOX);
  return { server, player, ticketId };
}

const withWrongSecret = (token: string) => token.slice(0, -43) + randomBytes(32).toString('base64url');

suite('from an address with too many refused authentications', () => {
  test('a request without a valid token is refused without a look-up', async (t) => {
    const { server, player } = await refusingServer(t);
    const limited = { quota: LIMIT, window: 60, wait: 60 };
    const lookUps = countLookUps(server);
    for (const token of [undefined, 'nonsense', 'pat_x', withWrongSecret(player.token)]) {
      for (const path of [INBOX, '/api/v1/player/tickets', '/api/v1/tickets/x']) {
        assertLimited(await server.call('GET', path, { token }), path, limited);
      }
    }
    assertLimited(await server.call('GET', '/api/v1/team/tickets'), '/api/v1/team/tickets', limited);
    assert.equal(lookUps(), 0);
    server.clock.advance(MINUTE);
    assertUnauthorized(
      await server.call('GET', INBOX, { token: withWrongSecret(player.token) }),
      INBOX,
      'invalid_token',
    );
    assert.equal(lookUps(), 1);
  });

  test('a token that was refused once is refused without a look-up', async (t) => {
    const { server, player } = await refusingServer(t);
    const stale = player.token;
    const again = { projectPublicKey: player.project.publicKey, installationId: player.installationId };
    const { body } = await server.call('POST', '/api/v1/player/identify', { body: again });
    const lookUps = countLookUps(server);
    // Over the address's limit, a refused look-up is a 429 too.
    for (let i = 0; i < 10; i++) assert.equal((await poll(server, { ...player, token: stale })).status, 429);
    assert.equal(lookUps(), 1);
    assert.equal((await poll(server, { ...player, token: body.playerAccessToken })).status, 200);
  });

  test('a refused request is not logged', async (t) => {
    const { server } = await refusingServer(t, { env: { LOG_LEVEL: 'info' } });
    const lines = server.log.length;
    for (let i = 0; i < 20; i++) assert.equal((await server.call('GET', INBOX)).status, 429);
    assert.deepEqual(server.log.slice(lines), []);
  });

  test('two players, a member and an API key at that address are not refused', async (t) => {
    const { server, player, ticketId } = await refusingServer(t);
    const other = await aPlayer(server, player.project);
    const member = await aMember(server);
    for (const one of [player, other]) {
      assert.equal((await poll(server, one)).status, 200);
      assert.equal((await listTickets(server, one)).status, 200);
      assert.equal((await createTicket(server, one)).status, 201);
    }
    assert.equal((await getTicket(server, player, ticketId)).status, 200);
    assert.equal((await playerReply(server, player, ticketId)).status, 200);
    assert.equal((await markRead(server, player, 'inb_x')).status, 404);
    assert.equal((await server.call('GET', '/api/v1/team/tickets', { token: server.teamKey })).status, 200);
    const headers = fromOwnPage(member.cookie);
    assert.equal((await server.call('GET', '/api/v1/team/tickets', { headers })).status, 200);
  });

  test('a player with a token of another node is not refused', async (t) => {
    const { server, player } = await refusingServer(t);
    const node = await startServer(t, {
      env: { DATABASE_URL: server.databaseUrl, RATE_LIMIT_AUTH_ADDRESS: String(LIMIT) },
    }).catch((error: unknown) => error);
    // One process serves a SQLite database.
    if (!(node instanceof Error) && isServer(node)) {
      for (let i = 0; i < LIMIT; i++) assertUnauthorized(await node.call('GET', INBOX), INBOX);
      assert.equal((await poll(node, player)).status, 200);
    } else assert.match(String(node), /is being served by another process/);
  });
});

const isServer = (value: unknown): value is TestServer => typeof value === 'object' && value !== null && 'url' in value;

/** Counts the look-ups of players from now on. */
function countLookUps({ store }: TestServer): () => number {
  let count = 0;
  const { session } = store.players;
  const { poll } = store.playerReads;
  store.players.session = (id) => {
    count++;
    return session(id);
  };
  store.playerReads.poll = (request) => {
    count++;
    return poll(request);
  };
  return () => count;
}

test('a player over the limit of reads is refused without a look-up', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_READ: '2' } });
  const player = await aPlayer(server);
  for (let i = 0; i < 2; i++) assert.equal((await poll(server, player)).status, 200);
  const lookUps = countLookUps(server);
  for (let i = 0; i < 5; i++) {
    assertLimited(await poll(server, player), INBOX, { quota: 2, window: 60, wait: 60 });
  }
  assert.equal(lookUps(), 0);
});

test('polls with a wrong secret do not count for the player whose id they have', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_READ: '2' } });
  const player = await aPlayer(server);
  for (let i = 0; i < 10; i++) {
    assertUnauthorized(await poll(server, { ...player, token: withWrongSecret(player.token) }), INBOX, 'invalid_token');
  }
  for (let i = 0; i < 2; i++) assert.equal((await poll(server, player)).status, 200);
});

/** Holds all reads of the project list until `release` is called. */
function holdProjectLists({ store }: TestServer): { readonly held: readonly unknown[]; release(): void } {
  const released = Promise.withResolvers<void>();
  const held: unknown[] = [];
  const { list } = store.projects;
  store.projects.list = async () => {
    held.push(undefined);
    await released.promise;
    return list();
  };
  return { held, release: released.resolve };
}

suite('a member or an API key', () => {
  test('that was valid recently does not wait behind unknown credentials of its address', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const path = '/api/v1/team/session';
    assert.equal((await member.call('GET', '/session')).status, 200);
    assert.equal((await server.call('GET', path, { token: 'psk_wrong' })).status, 401);
    const { byHash } = server.store.apiKeys;
    let [lookUps, hold] = [0, true];
    const held: (() => void)[] = [];
    server.store.apiKeys.byHash = async (...args) => {
      lookUps++;
      if (hold) await new Promise<void>((resolve) => held.push(resolve));
      return byHash(...args);
    };
    const send = (token: string) => server.call('GET', '/api/v1/team/projects', { token });
    const unknown = Array.from({ length: 30 }, (_none, index) => send(`psk_unknown-${index}`));
    await eventually(async () => lookUps === 10);
    assert.equal((await member.call('GET', '/session')).status, 200);
    hold = false;
    for (const release of held) release();
    for (const reply of unknown) assert.equal((await reply).status, 401);
    assert.equal(lookUps, 30);
  });

  const PATH = '/api/v1/team/projects';

  test('has its own limit per minute', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_TEAM: '2' } });
    const [one, other] = [await aMember(server), await aMember(server)];
    const limited = { quota: 2, window: 60, wait: 60 };
    for (let i = 0; i < 2; i++) assert.equal((await one.call('GET', '/projects')).status, 200);
    assertLimited(await one.call('GET', '/projects'), PATH, limited);
    assert.equal((await other.call('GET', '/projects')).status, 200);
    for (let i = 0; i < 2; i++) assert.equal((await server.call('GET', PATH, { token: server.teamKey })).status, 200);
    assertLimited(await server.call('GET', PATH, { token: server.teamKey }), PATH, limited);
    server.clock.advance(MINUTE);
    assert.equal((await one.call('GET', '/projects')).status, 200);
  });

  test('has a limit of its own for writes; reads and presence continue', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_TEAM_WRITE: '3' } });
    const ticketId = await aTicket(server, await aPlayer(server));
    const [viewer, other] = [await aMember(server, 'viewer'), await aMember(server, 'viewer')];
    const path = `/tickets/${ticketId}/notes`;
    const write = (member: typeof viewer) => member.call('POST', path, { message: 'Known.' });
    for (let i = 0; i < 3; i++) assert.equal((await write(viewer)).status, 201);
    const refused = await write(viewer);
    assertLimited(refused, `/api/v1/team${path}`, { quota: 3, window: 60, wait: 60 });
    assert.match(refused.headers.get('ratelimit-policy') ?? '', /^"team-write"/);
    assert.equal((await viewer.call('PATCH', '/account', { name: 'Other' })).status, 429);
    assert.equal((await viewer.call('GET', `/tickets/${ticketId}`)).status, 200);
    for (let i = 0; i < 5; i++) {
      assert.equal((await viewer.call('POST', '/presence', { ticketId, state: 'viewing' })).status, 204);
    }
    assert.equal((await write(other)).status, 201);
    server.clock.advance(MINUTE);
    assert.equal((await write(viewer)).status, 201);
  });

  test('is limited even if its role does not allow the request', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_TEAM: '2' } });
    const viewer = await aMember(server, 'viewer');
    const send = () => viewer.call('POST', '/projects', { name: 'Game' });
    for (let i = 0; i < 2; i++) assert.equal((await send()).status, 403);
    assertLimited(await send(), PATH, { quota: 2, window: 60, wait: 60 });
  });

  test('has a concurrency limit; more requests wait, and those of others do not', async (t) => {
    const server = await startServer(t, { config: { teamRequestsAtOnce: 2 } });
    const [busy, other] = [await aMember(server), await aMember(server)];
    const { held, release } = holdProjectLists(server);
    const arrived = async (count: number) => {
      while (held.length < count) await new Promise(setImmediate);
    };
    const replies = Array.from({ length: 5 }, () => busy.call('GET', '/projects'));
    await arrived(2);
    const otherReply = other.call('GET', '/projects');
    await arrived(3);
    // All five came before the other one, so a third would be here.
    assert.equal(held.length, 3);
    release();
    assert.equal((await otherReply).status, 200);
    for (const reply of replies) assert.equal((await reply).status, 200);
  });

  test('with too many waiting requests is refused; the waiting ones succeed', async (t) => {
    const server = await startServer(t, { config: { teamRequestsAtOnce: 1 } });
    const member = await aMember(server);
    const { release } = holdProjectLists(server);
    let refused = 0;
    const replies = Array.from({ length: 110 }, async () => {
      const reply = await member.call('GET', '/projects');
      if (reply.status === 429) refused++;
      return reply;
    });
    // One is handled and 100 wait.
    await eventually(async () => refused === 9);
    release();
    const answered = await Promise.all(replies);
    assert.equal(answered.filter(({ status }) => status === 200).length, 101);
    for (const { status, headers } of answered) if (status === 429) assert.equal(headers.get('retry-after'), '1');
  });
});
