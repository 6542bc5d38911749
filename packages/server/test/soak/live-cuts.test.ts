import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { aPlayer, aTicket, eventually, type Player, playerReply } from '../helpers/builders.ts';
import { type EventReader, isTicket, openStream } from '../helpers/event-streams.ts';
import { Screen, startLiveNodes } from '../helpers/live-nodes.ts';
import { connect, type Node, times } from '../helpers/postgres-nodes.ts';
import { SEED } from '../helpers/property.ts';
import { randomNumbers } from '../helpers/random-numbers.ts';
import { rounds } from '../helpers/rounds.ts';

const CHANGES = rounds(300);
const random = randomNumbers(SEED);

/** Changes tickets on both nodes; resolves when all changes are confirmed. */
async function changeTickets(nodes: readonly Node[]): Promise<void> {
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
      for (let change = 0; change < CHANGES / own.length; change++) {
        const node: Node = nodes[Math.floor(random() * nodes.length)] ?? first;
        assert.equal((await playerReply(node, player, ticketId)).status, 200);
        await sleep(random() * 20);
      }
    }),
  );
}

/** Randomly breaks and resumes the screen's stream, on the node from `next`. */
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
    await sleep(random() * 120);
    listener.disconnect();
    await listener.ended;
    await sleep(random() * 60);
  }
}

test('a change on one node reaches streams of the other node soon', async (t) => {
  const { nodes } = await startLiveNodes(t);
  const [here, there] = nodes;
  const { project } = await aPlayer(here);
  const listener = await openStream(t, there);
  const delays: number[] = [];
  for (let round = 0; round < 20; round++) {
    const began = performance.now();
    await listener.received(isTicket(await aTicket(here, await aPlayer(here, project))));
    delays.push(performance.now() - began);
  }
  const [median = 0] = delays.sort((a, b) => a - b).slice(10);
  t.diagnostic(`received after ${Math.round(median)} ms (median), ${Math.round(delays.at(-1) ?? 0)} ms (longest)`);
  assert.ok(median < 500);
});

for (const cutsListeners of [false, true]) {
  test(`${CHANGES} changes while connections are cut${cutsListeners ? ', also between the nodes' : ''}: none is missed`, async (t) => {
    t.diagnostic(`TEST_SEED=${SEED}`);
    const { nodes, url, listeners } = await startLiveNodes(t);
    const observer = await connect(t, url);
    const aScreen = async () => new Screen(await connect(t, url));
    const [here, there] = nodes;
    let done = false;
    let connections = 0;
    const until = () => done;
    const [onHere, onThere, either] = [await aScreen(), await aScreen(), await aScreen()];
    const clients = [
      connectUnreliably(t, onHere, () => here, until),
      connectUnreliably(t, onThere, () => there, until),
      connectUnreliably(t, either, () => nodes[connections++ % 2] ?? here, until),
    ];
    const changes = changeTickets(nodes);
    for (let count = 0; cutsListeners && count < 3; count++) {
      await sleep(500);
      await listeners.cut();
    }
    await changes;
    done = true;
    await Promise.all(clients);
    await listeners.bothListen();
    const stored = new Map(
      (await observer.query('SELECT ticket_id AS id, message_count AS count FROM ticket')).rows.map(
        ({ id, count }): [string, number] => [id, count],
      ),
    );
    for (const [name, screen] of Object.entries({ onHere, onThere, either })) {
      await eventually(async () => {
        await screen.loaded();
        return isDeepStrictEqual(screen.shown, stored);
      });
      t.diagnostic(`${name}: ${screen.resets} resets`);
    }
    // Resets could hide missed events.
    if (!cutsListeners) assert.deepEqual([onHere.resets, onThere.resets], [1, 1]);
    assert.ok(either.resets > 1);
  });
}
