import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import {
  anAnnouncement,
  aPlayer,
  aTicket,
  eventually,
  identify,
  poll,
  seenPlayer,
  setStatus,
  team,
  updateProject,
} from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { executeSql, postgresSchema } from '../helpers/databases.ts';
import type { TestServer } from '../helpers/harness.ts';
import { liveDatabase, twoServers } from '../helpers/live-nodes.ts';
import { connect, startNodes, times, withParameters } from '../helpers/postgres-nodes.ts';

/** How long a cached project is good without messages, in milliseconds. */
const MAX_AGE = 1000;

/**
 * One server changes what the other has cached. `expectSeen`: called after each change to ask the
 * other.
 */
async function changeAll(
  here: TestServer,
  there: TestServer,
  expectSeen: (isVisible: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const player = await aPlayer(here);
  const { project } = player;
  let announced = '';
  const announce = async () => {
    announced = await anAnnouncement(here, project);
  };
  const schedule = async () => {
    announced = await anAnnouncement(here, project, { startsAt: '2999-01-01T00:00:00Z' });
  };
  const begin = async () => {
    const { status, text } = await team(here, 'PATCH', `/announcements/${announced}`, { startsAt: null });
    assert.equal(status, 200, text);
  };
  const shows = ({ body }: Reply) => body.messages?.some(({ id }: { id: string }) => id === announced) === true;
  const changes: readonly (readonly [change: () => Promise<unknown>, isVisible: (reply: Reply) => boolean])[] = [
    [() => updateProject(here, project, { status: 'disabled' }), ({ status }) => status === 401],
    [() => updateProject(here, project, { status: 'active' }), ({ status }) => status === 200],
    [announce, shows],
    [begin, shows],
  ];
  for (const [change, isVisible] of changes) {
    if (change === begin) await schedule();
    // From here on the project is cached.
    await poll(there, player);
    await change();
    await expectSeen(async () => isVisible(await poll(there, player)));
  }
}

function assertQuiet(...servers: readonly TestServer[]): void {
  for (const { log } of servers)
    assert.deepEqual(
      log.filter((line) => /"level":(?:40|50|60)/.test(line)),
      [],
    );
}

test('a message tells the other node of a change, also after its listening connection broke', async (t) => {
  const { urls, listeners } = await liveDatabase(t);
  const [here, there] = await twoServers(t, urls);
  await listeners.bothListen();
  await changeAll(here, there, eventually);
  await listeners.cut();
  await listeners.bothListen();
  await changeAll(here, there, eventually);
  assertQuiet(here, there);
});

/** Ends each database connection that sends LISTEN. */
async function proxyWithoutListen(t: TestContext, target: string): Promise<{ url: string; cut(): number }> {
  let cut = 0;
  const server = net.createServer((client) => {
    const { hostname, port } = new URL(target);
    const upstream = net.connect(Number(port), hostname);
    upstream.pipe(client);
    client.on('data', (bytes) => {
      if (!bytes.includes('LISTEN ')) return void upstream.write(bytes);
      cut++;
      client.destroy();
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {}).on('close', () => other.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, cut: () => cut };
}

test('without LISTEN, a change is visible after a second at most, and no error is logged', async (t) => {
  const direct = await postgresSchema(t);
  const { url, cut } = await proxyWithoutListen(t, direct);
  const [here, there] = await twoServers(t, [direct, url]);
  await changeAll(here, there, async (isVisible) => {
    there.clock.advance(MAX_AGE);
    assert.ok(await isVisible());
  });
  await eventually(async () => cut() > 1);
  assertQuiet(here, there);
});

test('a token that one node has replaced is refused by the other at once', async (t) => {
  const url = await postgresSchema(t);
  const [here, there] = await twoServers(t, [url, url]);
  let player = await aPlayer(here);
  const { installationId, project } = player;
  for (const [rotating, other] of [
    [here, there],
    [there, here],
  ] as const) {
    // From here on the other node knows the token.
    assert.equal((await poll(other, player)).status, 200);
    const { body } = await identify(rotating, project, { installationId });
    assert.equal((await poll(other, player)).status, 401);
    player = { ...player, token: body.playerAccessToken };
  }
});

test('one of two nodes closes resolved tickets, and the other one does after it is killed', async (t) => {
  const url = await postgresSchema(t);
  const name = (index: number | '%') => `jobs-${process.pid}-${index}`;
  const urlOf = (index: number) => withParameters(url, { application_name: name(index) });
  const nodes = await startNodes(t, 2, urlOf, { DATABASE_STATEMENT_SECONDS: '2' });
  const [here] = nodes;
  if (here === undefined) throw new Error('no nodes');
  const { project } = await aPlayer(here);
  const players = await Promise.all(times(5, () => aPlayer(here, project)));
  const [first] = players;
  if (first === undefined) throw new Error('no players');
  for (const player of players) await setStatus(here, await aTicket(here, player), 'resolved');

  // The node that closes the tickets waits for this transaction.
  const other = await connect(t, url);
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM player FOR UPDATE');
  await executeSql(url, 'UPDATE ticket SET resolved_at = 1');
  const beside = await connect(t, url);
  /** They wait for a lock. */
  const waiting = async (): Promise<number[]> => {
    const sql = "SELECT application_name AS name FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    const { rows } = await beside.query(`${sql} AND application_name LIKE $1`, [name('%')]);
    return rows.map((row) => nodes.findIndex((_node, index) => name(index) === row.name));
  };
  await eventually(async () => (await waiting()).length > 0);
  // A round of jobs ends with deleting an expired invitation.
  for (let round = 0; round < 3; round++) {
    const invited = await team(here, 'POST', '/invitations', { email: 'x@studio.example', role: 'viewer' });
    assert.equal(invited.status, 201, invited.text);
    await executeSql(url, 'UPDATE invitation SET expires_at = 1');
    await eventually(async () => {
      assert.ok((await waiting()).length <= 1, 'both nodes run the jobs');
      return (await beside.query('SELECT 1 FROM invitation')).rows.length === 0;
    });
  }

  let [holder] = await waiting();
  for (; holder === undefined; [holder] = await waiting());
  const killed = nodes[holder];
  const left = nodes[1 - holder];
  if (killed === undefined || left === undefined) throw new Error('another process waits');
  killed.process.kill('SIGKILL');
  await killed.process.exited;
  await eventually(async () => (await waiting())[0] === 1 - (holder ?? 0));
  await other.query('COMMIT');
  await eventually(async () => (await seenPlayer(left, first.id)).openTickets === 0);
  for (const player of players) assert.equal((await seenPlayer(left, player.id)).openTickets, 0);
  const { rows } = await beside.query("SELECT count(*)::int AS open FROM ticket WHERE status <> 'closed'");
  assert.deepEqual(rows, [{ open: 0 }]);
});
