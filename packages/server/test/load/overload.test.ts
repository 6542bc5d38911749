import assert from 'node:assert/strict';
import { after, before, suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../helpers/call.ts';
import { ENGINE, emptyDatabase } from '../helpers/databases.ts';
import { Connections, type LoadRequest, requestBytes } from '../helpers/open-loop.ts';
import { type Settings, startProcess } from '../helpers/programs.ts';

const PLAYERS = 1000;
/** Each poll returns all, so polls bring the server to its limit before the client. */
const ANNOUNCEMENTS = 50;
const TEXT = 'The servers will be down for an hour. '.repeat(100);
/** All others poll. */
const CREATES_PERCENT = 1;
const REPLIES_PERCENT = 2;
const MEASURED_SECONDS = 2;
const OVERLOAD = 5;
/** The load lasts until there are enough responses, within these limits. */
const MIN_SECONDS = 6;
const MAX_SECONDS = 150;
/** Enough to show that 99.9 % succeed. */
const MIN_WRITES = 1000;
/** Each has one request at a time, like a game. */
const POLLERS = 6000;
/**
 * Even an overloaded server answers each connection's first poll. With many more, these hardly
 * count.
 */
const MIN_POLLS = 10 * POLLERS;
/** A multiple of the time that polls of all connections take. */
const TIMEOUT_FACTOR = 1.5;
/** As in the SDK. */
const WRITE_TIMEOUT_SECONDS = 20;

type Kind = 'poll' | 'create' | 'reply';

/** By status. 0: not sent, or no response in time. */
type Counts = Record<Kind, Map<number, number>>;
const newCounts = (): Counts => ({ poll: new Map(), create: new Map(), reply: new Map() });
const total = (counts: ReadonlyMap<number, number>) => counts.values().reduce((sum, count) => sum + count, 0);

interface Target {
  readonly url: string;
  /** The players take turns. */
  next(kind: Kind): string;
}

async function startTarget(t: Pick<TestContext, 'after'>, settings: Settings = {}): Promise<Target> {
  const all = {
    DATABASE_URL: await emptyDatabase(t),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    // The load matters here, not an operator's target.
    POLL_TARGET_PER_SECOND: '0',
    ...settings,
  };
  // The client does not reconnect, and may use a connection only every 30 seconds.
  const server = await startProcess(t, all, { keepAliveSeconds: 3600, requestTimeoutSeconds: 300 });
  const [, projectPublicKey = ''] = await server.wrote(/public key: (\S+)/);
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  const { url } = server;
  const team = (method: string, address: string, body?: object) =>
    call(url, method, `/api/v1/team${address}`, { token: teamKey, body });
  const [project] = (await team('GET', '/projects')).body.projects;
  for (let i = 0; i < ANNOUNCEMENTS; i++) {
    const body = { projectId: project.id, title: `Announcement ${i}`, body: TEXT };
    const { status, text } = await team('POST', '/announcements', body);
    assert.equal(status, 201, text);
  }
  const fields = { projectPublicKey, type: 'bug', subject: 'Stuck', message: 'I cannot leave level 3.' };
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, async (_none, index) => {
      const body = { projectPublicKey, installationId: `installation-${index}` };
      const token: string = (await call(url, 'POST', '/api/v1/player/identify', { body })).body.playerAccessToken;
      const { ticketId } = (await call(url, 'POST', '/api/v1/tickets', { token, body: fields })).body;
      return {
        poll: requestBytes('GET', `/api/v1/player/inbox?projectPublicKey=${projectPublicKey}`, token),
        create: requestBytes('POST', '/api/v1/tickets', token, fields),
        reply: requestBytes('POST', `/api/v1/tickets/${ticketId}/messages`, token, { message: 'More.' }),
      };
    }),
  );
  const sent = { poll: 0, create: 0, reply: 0 };
  return {
    url,
    next(kind) {
      const player = players[sent[kind]++ % PLAYERS];
      assert.ok(player !== undefined);
      return player[kind];
    },
  };
}

function kindOf(count: number): Kind {
  // 37 and 100 share no divisor, so kinds spread evenly.
  const position = (count * 37) % 100;
  return position < CREATES_PERCENT ? 'create' : position < CREATES_PERCENT + REPLIES_PERCENT ? 'reply' : 'poll';
}

/**
 * Measures requests per second if each connection waits for its responses, without refusals: a slow
 * machine could refuse even this.
 */
async function capacity(target: Target): Promise<number> {
  const connections = await Connections.open(target.url, 32, 1, 60);
  const end = performance.now() + MEASURED_SECONDS * 1000;
  let [sent, answered, failed] = [0, 0, 0];
  const send = () => {
    if (performance.now() > end) return;
    connections.send({
      bytes: target.next(kindOf(sent++)),
      answered(status) {
        if (status === 200 || status === 201) answered++;
        else failed++;
        send();
      },
    });
  };
  for (let i = 0; i < 32; i++) send();
  await sleep(MEASURED_SECONDS * 1000);
  while (connections.waiting) await sleep(10);
  connections.close();
  assert.equal(failed, 0);
  return answered / MEASURED_SECONDS;
}

interface Outcome {
  readonly counts: Counts;
  /** Retry-After in 503 responses, with counts. */
  readonly waits: Map<string, number>;
}

/** Sends requests at a constant rate, until there are enough responses. */
async function overload(
  target: Target,
  rate: number,
  timeout: number,
  isEnough: (counts: Counts) => boolean,
): Promise<Outcome> {
  // Separate connections, so this client's polls do not delay writes.
  const polls = await Connections.open(target.url, POLLERS, 1, timeout);
  const writes = await Connections.open(target.url, 400, 20, Math.max(timeout, WRITE_TIMEOUT_SECONDS));
  const counts = newCounts();
  const waits = new Map<string, number>();
  const createRequest = (kind: Kind): LoadRequest => ({
    bytes: target.next(kind),
    answered(status, retryAfter) {
      counts[kind].set(status, (counts[kind].get(status) ?? 0) + 1);
      if (status === 503) waits.set(String(retryAfter), (waits.get(String(retryAfter)) ?? 0) + 1);
    },
  });
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  for (let sent = 0; seconds() < MIN_SECONDS || (seconds() < MAX_SECONDS && !isEnough(counts)); ) {
    const due = seconds() * rate;
    for (; sent < due; sent++) {
      const kind = kindOf(sent);
      const next = createRequest(kind);
      if (!(kind === 'poll' ? polls : writes).send(next)) next.answered(0, undefined);
    }
    polls.expire();
    writes.expire();
    await sleep(5);
  }
  while (polls.waiting || writes.waiting) await sleep(20);
  polls.close();
  writes.close();
  return { counts, waits };
}

const allWrites = ({ create, reply }: Counts) => total(create) + total(reply);
const successfulWrites = ({ create, reply }: Counts) => (create.get(201) ?? 0) + (reply.get(200) ?? 0);
const failedWrites = (counts: Counts) => 1 - successfulWrites(counts) / allWrites(counts);

async function sendOverload(
  t: TestContext,
  target: Target,
  rate: number,
  isEnough: (counts: Counts) => boolean,
): Promise<Outcome> {
  const timeout = Math.max(2, (TIMEOUT_FACTOR * POLLERS) / rate);
  const outcome = await overload(target, rate * OVERLOAD, timeout, isEnough);
  const shown = Object.entries(outcome.counts).map(([kind, by]) => `${kind} ${JSON.stringify(Object.fromEntries(by))}`);
  t.diagnostic(`capacity ${Math.round(rate)} requests/s; offered five times that: ${shown.join(', ')}`);
  return outcome;
}

suite('at five times the capacity', () => {
  /** Refuses nothing. */
  let open: Target;
  let rate: number;
  const ends: (() => unknown)[] = [];
  before(async () => {
    open = await startTarget({ after: (end) => void ends.push(end as () => unknown) }, { SHED_READS: 'off' });
    rate = await capacity(open);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  test('polls are refused, and 99.9 % of creates and replies succeed', async (t) => {
    const target = await startTarget(t, { SHED_READS: 'on' });
    const { counts, waits } = await sendOverload(t, target, rate, (counts) => allWrites(counts) >= MIN_WRITES);
    const { poll, create, reply } = counts;
    assert.ok(allWrites(counts) >= MIN_WRITES, 'enough writes to show 99.9 %');
    assert.ok(failedWrites(counts) <= 0.001, `${failedWrites(counts)} of the writes failed`);
    assert.deepEqual([create.get(503) ?? 0, reply.get(503) ?? 0], [0, 0]);
    assert.ok((poll.get(503) ?? 0) > total(poll) / 2, 'most polls are refused');
    assert.ok((poll.get(200) ?? 0) > 0, 'some polls still succeed');
    assert.deepEqual(
      [...poll.keys()].filter((status) => ![0, 200, 503].includes(status)),
      [],
    );
    const seconds = [...waits.keys()].map(Number);
    assert.ok(seconds.every((wait) => Number.isInteger(wait) && wait >= 10 && wait <= 900));
    assert.ok(seconds.length > 100, `only ${seconds.length} different values of Retry-After`);

    const pollOnce = async () => {
      const [head = ''] = target.next('poll').split('\r\n\r\n');
      const [, address = ''] = head.split(' ');
      const [, token = ''] = /Bearer (\S+)/.exec(head) ?? [];
      return (await call(target.url, 'GET', address, { token })).status;
    };
    let inARow = 0;
    for (let tries = 0; inARow < 20 && tries < 100; tries++) {
      inARow = (await pollOnce()) === 200 ? inARow + 1 : 0;
      await sleep(50);
    }
    assert.equal(inARow, 20);
  });

  test('on a server that refuses nothing, most polls fail, but writes succeed', async (t) => {
    const failed = ({ poll }: Counts) => total(poll) - (poll.get(200) ?? 0);
    const { counts } = await sendOverload(t, open, rate, ({ poll }) => total(poll) >= MIN_POLLS);
    const { poll, create, reply } = counts;
    assert.ok(total(poll) >= MIN_POLLS, `only ${total(poll)} polls`);
    assert.ok(failed(counts) > total(poll) / 2, `${failed(counts)} of ${total(poll)} polls`);
    // PostgreSQL refuses polls that find too many others waiting for a connection.
    if (ENGINE !== 'sqlite') return;
    assert.equal(poll.get(503), undefined);
    // Polls have their own queue. With ten open tickets, a create gets 409.
    const others = [...create, ...reply].filter(([status]) => ![200, 201, 409].includes(status));
    assert.ok(total(new Map(others)) <= 0.001 * allWrites(counts), JSON.stringify(others));
  });
});
