import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { call } from '../helpers/call.ts';
import { ENGINE, emptyDatabase } from '../helpers/databases.ts';
import { Connections, requestBytes } from '../helpers/open-loop.ts';
import { startProcess } from '../helpers/programs.ts';

const POLLERS = 256;
const NEWCOMERS = 8;
/** Enough to compile the server's code. */
const WARM_UP = 5000;
/** For the median, as the machine can pause clients. */
const ROUNDS = 9;

/** Players poll as fast as they can on connections that they keep. */
async function busyServer(t: TestContext) {
  const server = await startProcess(t, {
    DATABASE_URL: await emptyDatabase(t),
    ...{ RATE_LIMITS: 'off', POLL_TARGET_PER_SECOND: '0', SHED_READS: 'off' },
  });
  const [, projectPublicKey = ''] = await server.wrote(/public key: (\S+)/);
  const tokens = await Promise.all(
    Array.from({ length: POLLERS }, async (_none, index): Promise<string> => {
      const body = { projectPublicKey, installationId: `installation-${index}` };
      return (await call(server.url, 'POST', '/api/v1/player/identify', { body })).body.playerAccessToken;
    }),
  );
  const connections = await Connections.open(server.url, POLLERS, 1, 60);
  const refused: number[] = [];
  let polls = 0;
  let isOver = false;
  t.after(() => {
    isOver = true;
    connections.close();
  });
  const send = (token: string) => {
    connections.send({
      bytes: requestBytes('GET', `/api/v1/player/inbox?projectPublicKey=${projectPublicKey}`, token),
      answered(status) {
        if (isOver) return;
        polls++;
        if (status === 200) send(token);
        else refused.push(status);
      },
    });
  };
  for (const token of tokens) send(token);
  const until = async (count: number) => {
    while (polls < count) {
      assert.deepEqual(refused, []);
      await new Promise(setImmediate);
    }
  };
  await until(WARM_UP);

  /** Sends on a new connection. Returns the status. */
  async function newcomer(request: string): Promise<string> {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1').setNoDelay();
    socket.write(request);
    const [head] = (await once(socket.setEncoding('latin1'), 'data')) as [string];
    socket.destroy();
    return head.slice(9, 12);
  }

  /** Counts polls answered until all newcomers have a response: the rounds' median. */
  async function pollsMeanwhile(create: (player: number) => string, status: number): Promise<number> {
    const counts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = polls;
      const statuses = await Promise.all(
        Array.from({ length: NEWCOMERS }, (_none, index) => newcomer(create(round * NEWCOMERS + index))),
      );
      assert.deepEqual(new Set(statuses), new Set([String(status)]));
      counts.push(polls - before);
      await until(polls + POLLERS);
    }
    t.diagnostic(`polls until ${NEWCOMERS} newcomers had a ${status}: ${counts.join(', ')}`);
    return counts.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  }

  const fields = { projectPublicKey, type: 'bug', subject: 'Stuck', message: 'I cannot leave level 3.' };
  return { pollsMeanwhile, tokens, create: (token = '') => requestBytes('POST', '/api/v1/tickets', token, fields) };
}

suite('beside players who poll as fast as they can', () => {
  // Node accepts one connection per turn: if it answered all pollers, this would take 8 x 256.
  test('new connections that arrive together are accepted, and their writes begin, within a few turns', async (t) => {
    const { pollsMeanwhile, create } = await busyServer(t);
    // Without a valid token, it does not wait for disk or database.
    const polls = await pollsMeanwhile(() => create('pat_unknown'), 401);
    assert.ok(polls < 4 * POLLERS, `${polls} polls were answered first`);
  });

  if (ENGINE === 'postgres') {
    // If polls came first, this would take 256 polls more than a 401.
    test('their writes do not wait behind polls for a connection to PostgreSQL', async (t) => {
      const { pollsMeanwhile, tokens, create } = await busyServer(t);
      const accepted = await pollsMeanwhile(() => create('pat_unknown'), 401);
      const written = await pollsMeanwhile((player) => create(tokens[player]), 201);
      assert.ok(written - accepted < POLLERS, `${written - accepted} polls were answered first`);
    });
  }
});
