import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aPlayer, aTicket, type Player, playerReply } from '../helpers/builders.ts';
import { type EventReader, openStream } from '../helpers/event-streams.ts';
import { Screen, startLiveNodes } from '../helpers/live-nodes.ts';
import { connect, type Node, times } from '../helpers/postgres-nodes.ts';
import { rounds } from '../helpers/rounds.ts';

/** In milliseconds: enough for a node to listen again and to publish. */
const SETTLE_MS = 2500;

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
    const { nodes, url, listeners } = await startLiveNodes(t, `cuts-${cutsListeners}`);
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
      await listeners.cut();
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
