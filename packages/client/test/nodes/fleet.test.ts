import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { withJitter } from '../../../server/src/domain/poll-pacing.ts';
import { randomNumbers } from '../../../server/test/helpers/random-numbers.ts';
import { createPlayerSupport, memoryStorage } from '../../src/index.ts';

/** Real SDK instances in virtual time. Their server goes away and comes back. */

/** 10,000 gives the figures of the decision page. */
const CLIENTS = Number(process.env.TEST_CLIENTS ?? 400);
const POLL = 60;
const MINUTE = 60;
/** Seconds before the server goes away. Then the polls are spread. */
const BEFORE = 3 * MINUTE;
const AFTER = 6 * MINUTE;

class VirtualTime {
  now = 0;
  #id = 0;
  /** The timers by the millisecond they are due. */
  readonly #due = new Map<number, Map<number, () => void>>();
  readonly #when = new Map<number, number>();

  install(t: TestContext): void {
    const { setTimeout, clearTimeout } = globalThis;
    const { now } = Date;
    t.mock.method(performance, 'now', () => this.now);
    Date.now = () => this.now;
    globalThis.setTimeout = ((then: () => void, milliseconds = 0) => this.#add(then, milliseconds)) as never;
    globalThis.clearTimeout = ((id?: number) => this.#remove(id)) as never;
    t.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }) && Object.assign(Date, { now }));
  }

  #add(then: () => void, milliseconds: number): number {
    const id = ++this.#id;
    const when = this.now + Math.max(1, Math.round(milliseconds));
    const list = this.#due.get(when) ?? new Map();
    this.#due.set(when, list.set(id, then));
    this.#when.set(id, when);
    return id;
  }

  #remove(id: number | undefined): void {
    const when = this.#when.get(id ?? 0);
    if (id === undefined || when === undefined) return;
    this.#due.get(when)?.delete(id);
    this.#when.delete(id);
  }

  async runUntil(end: number): Promise<void> {
    for (; this.now < end; this.now++) {
      const due = this.#due.get(this.now);
      if (due === undefined) continue;
      this.#due.delete(this.now);
      for (const [id, then] of due) {
        this.#when.delete(id);
        then();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Counts polls per second since the server is back. */
async function polls(t: TestContext, seconds: number, refuse: () => Response): Promise<number[]> {
  const time = new VirtualTime();
  time.install(t);
  const random = randomNumbers(seconds);
  t.mock.method(Math, 'random', random);
  const back = BEFORE + seconds;
  const perSecond = Array.from({ length: AFTER }, () => 0);

  async function fetch(url: string): Promise<Response> {
    const second = time.now / 1000;
    const index = Math.floor(second - back);
    if (url.includes('/inbox?') && index >= 0) perSecond[index] = (perSecond[index] ?? 0) + 1;
    if (second >= BEFORE && second < back) return refuse();
    if (url.endsWith('/identify')) return Response.json({ playerId: 'p', playerAccessToken: 't' });
    return Response.json({ messages: [], nextPollAfterSeconds: withJitter(POLL, random) });
  }
  for (let client = 0; client < CLIENTS; client++) {
    const support = createPlayerSupport({
      baseUrl: 'https://support.example',
      projectPublicKey: `ppk_${client}`,
      storage: memoryStorage(),
      fetch,
    });
    setTimeout(() => support.start(), random() * POLL * 1000);
  }
  await time.runUntil((back + AFTER) * 1000 - 1);
  return perSecond;
}

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

suite('after an outage', () => {
  const refusals: Record<string, () => Response> = {
    'without a response': () => {
      throw new TypeError('connection refused');
    },
    'with the same Retry-After for all': () => new Response('', { status: 503, headers: { 'retry-after': '20' } }),
  };
  for (const [kind, refuse] of Object.entries(refusals)) {
    for (const seconds of [10, 120]) {
      test(`of ${seconds} s ${kind}, the polls are spread`, async (t: TestContext) => {
        const perSecond = await polls(t, seconds, refuse);
        const settled = perSecond.slice(MINUTE);
        const mean = sum(settled) / settled.length;
        // Means of five seconds: chance has little influence on such a fleet.
        const fives = Array.from(
          { length: settled.length / 5 },
          (_none, index) => sum(settled.slice(index * 5, index * 5 + 5)) / 5,
        );
        const peak = Math.max(...fives) / mean;
        const first = Math.max(...perSecond.slice(0, MINUTE)) / mean;
        t.diagnostic(
          `${CLIENTS} clients: mean ${mean.toFixed(1)}/s; from the second minute on the peak is ${peak.toFixed(2)} times that (in one second ${(Math.max(...settled) / mean).toFixed(2)}), the lowest ${(Math.min(...fives) / mean).toFixed(2)}; in the first minute ${first.toFixed(2)}`,
        );
        assert.ok(mean > (CLIENTS / POLL) * 0.8 && mean < (CLIENTS / POLL) * 1.1, `${mean}`);
        assert.ok(peak < 2, `${peak}`);
      });
    }
  }
});
