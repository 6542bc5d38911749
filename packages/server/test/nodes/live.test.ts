import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { cookieOf } from '../helpers/accounts.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  eventually,
  fromOwnPage,
  type Player,
  playerReply,
  team,
  updateProject,
} from '../helpers/builders.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { type EventReader, isTicket, openStream, type ReceivedEvent } from '../helpers/event-streams.ts';
import { startServer } from '../helpers/harness.ts';
import { startPgbouncer } from '../helpers/pgbouncer.ts';
import { connect, type Node, startNodes, times, withParameters } from '../helpers/postgres-nodes.ts';
import { rounds } from '../helpers/rounds.ts';

/** In milliseconds: enough for a node to listen again and to publish. */
const SETTLE_MS = 2500;

interface Nodes {
  readonly nodes: readonly [Node, Node];
  readonly url: string;
  /** Ends the connections on which the nodes listen for changes, or only one of them. */
  cutListeners(one?: 0 | 1): Promise<void>;
}

async function twoNodes(t: TestContext): Promise<Nodes> {
  const name = `live-${process.pid}-${Math.random()}`;
  const url = await postgresSchema(t);
  const [here, there] = await startNodes(t, 2, withParameters(url, { application_name: name }));
  if (here === undefined || there === undefined) throw new Error('no nodes');
  const observer = await connect(t, url);
  const sql = "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query ~ '^(LISTEN|SELECT pg_notify)'";
  const listening = async (): Promise<number[]> => (await observer.query(sql, [name])).rows.map(({ pid }) => pid);
  await eventually(async () => (await listening()).length === 2);
  const cutListeners = async (one?: 0 | 1) => {
    await observer.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
      (await listening()).sort().filter((_pid, index) => one === undefined || index === one),
    ]);
  };
  return { nodes: [here, there], url, cutListeners };
}

test('a change on one node reaches streams of the other node soon', async (t) => {
  const { nodes } = await twoNodes(t);
  const [here, there] = nodes;
  const player = await aPlayer(here);
  const listener = await openStream(t, there);
  const delays: number[] = [];
  for (let round = 0; round < 20; round++) {
    const began = performance.now();
    await listener.received(isTicket(await aTicket(here, await aPlayer(here, player.project))));
    delays.push(performance.now() - began);
  }
  await updateProject(here, player.project, { name: 'Renamed' });
  await listener.received(({ name, data }) => name === 'settings' && data.what === 'projects');
  assert.equal(listener.events.filter(({ name }) => name === 'reset').length, 1, 'only the reset at the beginning');
  delays.sort((a, b) => a - b);
  t.diagnostic(
    `received after ${Math.round(delays[10] ?? 0)} ms (median), ${Math.round(delays.at(-1) ?? 0)} ms (longest)`,
  );
  assert.ok((delays[10] ?? Number.POSITIVE_INFINITY) < 500);
});

/** A client that loads the tickets that events name, and all tickets after a reset. */
class Screen {
  readonly shown = new Map<string, number>();
  resets = 0;
  readonly #db: pg.Client;
  #loading: Promise<unknown> = Promise.resolve();

  constructor(db: pg.Client) {
    this.#db = db;
  }

  handle({ name, data }: ReceivedEvent): void {
    const only: string | null = name === 'ticket' ? data.ticketId : null;
    if (name === 'reset') this.resets++;
    if (name !== 'reset' && name !== 'ticket') return;
    this.#loading = this.#loading.then(async () => {
      const sql = 'SELECT ticket_id AS id, message_count AS count FROM ticket WHERE ticket_id = $1 OR $1 IS NULL';
      for (const { id, count } of (await this.#db.query(sql, [only])).rows) this.shown.set(id, count);
    });
  }

  loaded(): Promise<unknown> {
    return this.#loading;
  }
}

/** Changes tickets on both nodes; resolves when all changes are confirmed. */
async function changeTickets(nodes: readonly Node[], count: number): Promise<void> {
  const [first] = nodes;
  if (first === undefined) throw new Error('no nodes');
  const { project } = await aPlayer(first);
  const own = await Promise.all(
    times(8, async (): Promise<[Player, string]> => {
      const player = await aPlayer(first, project);
      return [player, await aTicket(first, player)];
    }),
  );
  await Promise.all(
    own.map(async ([player, ticketId]) => {
      for (let change = 0; change < count / own.length; change++) {
        const node: Node = nodes[Math.floor(Math.random() * nodes.length)] ?? first;
        assert.equal((await playerReply(node, player, ticketId)).status, 200);
        await sleep(Math.random() * 20);
      }
    }),
  );
}

/** Connects a screen. Breaks and resumes its stream at random, on the node from `next`. */
async function connectUnreliably(
  t: TestContext,
  screen: Screen,
  next: () => Node,
  until: () => boolean,
): Promise<EventReader> {
  let listener: EventReader | undefined;
  for (;;) {
    const lastEventId = listener?.lastEventId();
    listener = await openStream(t, next(), { lastEventId, onEvent: (event) => screen.handle(event) });
    assert.equal(listener.status, 200);
    if (until()) return listener;
    await sleep(Math.random() * 120);
    listener.disconnect();
    await listener.ended;
    await sleep(Math.random() * 60);
  }
}

for (const cutsListeners of [false, true]) {
  test(`1,000 changes while connections are cut${cutsListeners ? ', also between the nodes' : ''}: no change is missed`, async (t) => {
    const { nodes, url, cutListeners } = await twoNodes(t);
    const observer = await connect(t, url);
    const screen = async () => new Screen(await connect(t, url));
    const [here, there] = nodes;
    let done = false;
    const until = () => done;
    const [onHere, onThere, either] = [await screen(), await screen(), await screen()];
    const clients = [
      connectUnreliably(t, onHere, () => here, until),
      connectUnreliably(t, onThere, () => there, until),
      connectUnreliably(t, either, () => (Math.random() < 0.5 ? here : there), until),
    ];
    const changes = changeTickets(nodes, rounds(300));
    for (let count = 0; cutsListeners && count < 3; count++) {
      await sleep(500);
      await cutListeners();
    }
    await changes;
    done = true;
    await Promise.all(clients);
    await sleep(SETTLE_MS);
    const stored = new Map(
      (await observer.query('SELECT ticket_id AS id, message_count AS count FROM ticket')).rows.map(
        ({ id, count }): [string, number] => [id, count],
      ),
    );
    for (const [name, screen] of Object.entries({ onHere, onThere, either })) {
      await screen.loaded();
      t.diagnostic(`${name}: ${screen.resets} resets`);
      assert.deepEqual(new Map([...screen.shown].sort()), new Map([...stored].sort()), name);
    }
    // Resets could hide missed events.
    if (!cutsListeners) assert.deepEqual([onHere.resets, onThere.resets], [1, 1]);
    assert.ok(either.resets > 1);
  });
}

test('changes during a broken connection between the nodes reach both nodes later', async (t) => {
  const { nodes, url, cutListeners } = await twoNodes(t);
  const { project } = await aPlayer(nodes[0]);
  const screens = await Promise.all(
    nodes.map(async (node) => {
      const screen = new Screen(await connect(t, url));
      await openStream(t, node, { onEvent: (event) => screen.handle(event) });
      return screen;
    }),
  );
  for (const one of [0, 1] as const) {
    await cutListeners(one);
    const made = await Promise.all(nodes.map(async (node) => aTicket(node, await aPlayer(node, project))));
    await sleep(SETTLE_MS);
    for (const screen of screens) {
      await screen.loaded();
      for (const ticketId of made) assert.ok(screen.shown.has(ticketId));
    }
  }
});

test('behind a pooler nodes cannot listen for changes, so streams get a reset at intervals', async (t) => {
  const pooled = await startPgbouncer(t, 3, [
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ]);
  const [here, there] = await startNodes(t, 2, pooled.url);
  if (here === undefined || there === undefined) throw new Error('no nodes');
  const listener = await openStream(t, there);
  const own = await openStream(t, here);
  await sleep(500);
  const ticketId = await aTicket(here, await aPlayer(here));
  await own.received(isTicket(ticketId));
  const before = listener.events.length;
  await sleep(16_000);
  assert.ok(!listener.text().includes(ticketId), 'the nodes listen, so this test shows nothing');
  assert.equal(listener.events[before]?.name, 'reset');
});

test('presence is shown on both nodes, and stays when a stream moves to the other node', async (t) => {
  const options = { env: { DATABASE_URL: await postgresSchema(t) }, realTimers: true };
  const [here, there] = [await startServer(t, options), await startServer(t, options)];
  const ticketId = await aTicket(here, await aPlayer(here));
  const [ann, ben] = [await aMember(here, 'agent', { name: 'Ann' }), await aMember(here, 'agent', { name: 'Ben' })];
  const listener = await openStream(t, there, { headers: { cookie: ben.cookie } });
  const first = await openStream(t, here, { headers: { cookie: ann.cookie } });
  // Waits until both nodes listen.
  await eventually(async () => {
    await ann.call('POST', '/presence', { ticketId, state: 'viewing' });
    await sleep(100);
    return listener.events.some(({ name }) => name === 'presence');
  });
  const last = () => listener.events.findLast(({ name }) => name === 'presence')?.data;
  const viewing = { memberId: ann.id, name: 'Ann', state: 'viewing' };
  assert.deepEqual(last().present, [viewing]);
  first.disconnect();
  const second = await openStream(t, there, { headers: { cookie: ann.cookie } });
  await sleep(6500);
  assert.deepEqual(last().present, [viewing]);
  second.disconnect();
  await eventually(async () => {
    await sleep(50);
    return last().present.length === 0;
  });
});

test('a sign-out on one node ends the streams on the other', async (t) => {
  const env = { DATABASE_URL: await postgresSchema(t) };
  const [here, there] = [await startServer(t, { env }), await startServer(t, { env })];
  const member = await aMember(here);
  const listener = await openStream(t, there, { headers: { cookie: member.cookie } });
  await openStream(t, there);
  await sleep(1000);
  await here.store.memberSessions.endAll(member.id);
  here.live.accessChanged();
  await listener.endsSoon();
});

test('a key that was suspended on one node is refused on the other at once', async (t) => {
  const { nodes } = await twoNodes(t);
  const [here, there] = nodes;
  const list = (token: string) => there.call('GET', '/api/v1/team/projects', { token });
  for (let round = 0; round < rounds(10); round++) {
    const email = `m${round}@studio.example`;
    const { token } = (await team(here, 'POST', '/invitations', { email, role: 'admin' })).body;
    const path = '/api/v1/team/invitations/accept';
    const joined = await here.call('POST', path, { body: { token, name: 'Eve', password: 'a long enough password' } });
    assert.equal(joined.status, 201, joined.text);
    const headers = fromOwnPage(cookieOf(joined));
    const creation = { headers, body: { name: 'k', role: 'admin' } };
    const { key, apiKey } = (await here.call('POST', '/api/v1/team/api-keys', creation)).body;
    const child = (await there.call('POST', '/api/v1/team/api-keys', { token: key, body: creation.body })).body;
    const stream = await openStream(t, there, { headers: { authorization: `Bearer ${child.key}` } });
    assert.equal((await list(key)).status, 200);
    const disabled = await team(here, 'PATCH', `/members/${joined.body.member.id}`, { disabled: true });
    assert.equal(disabled.status, 200, disabled.text);
    assert.deepEqual([(await list(key)).status, (await list(child.key)).status], [401, 401], apiKey.id);
    await stream.endsSoon();
  }
});
