import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { OutboxEntry, PlayerSupport } from '../../src/index.ts';
import { fakeService, mapStorage, type Responder } from '../helpers/fake-service.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { until } from '../helpers/until.ts';

fastTime(50);

const TICKETS = '/api/v1/tickets';
const DAY = 86_400_000;
const TEN_YEARS = 3653 * DAY;
const ticket = { type: 'bug', subject: 's', message: 'm' };
const trueNow = Date.now.bind(Date);

/** Sets the device's clock to an offset from the true time. */
function deviceClock(t: TestContext) {
  let offset = 0;
  t.mock.method(Date, 'now', () => trueNow() + offset);
  return {
    set(milliseconds: number) {
      offset = milliseconds;
    },
  };
}

/** Tells the true time, plus the time that the test passed. */
function service(t: TestContext, respond: Responder = () => undefined) {
  const time = { passed: 0 };
  const inner = fakeService(t, respond);
  const open = (options: object): PlayerSupport =>
    inner.open({
      ...options,
      fetch: async (url, init) => {
        const response = await inner.fetch(url, init);
        const headers = new Headers(response.headers);
        headers.set('date', new Date(trueNow() + time.passed).toUTCString());
        return new Response(response.body, { status: response.status, headers });
      },
    });
  return { ...inner, open, time };
}

async function stateOf(support: PlayerSupport, ...states: OutboxEntry['state'][]): Promise<OutboxEntry> {
  let found: OutboxEntry | undefined;
  await until(async () => {
    [found] = await support.outbox.entries();
    return found !== undefined && states.includes(found.state);
  });
  return found ?? assert.fail();
}

suite('the age of an entry', () => {
  for (const [name, before, after] of [
    ['ten years late, then right', -TEN_YEARS, 0],
    ['right, then ten years early', 0, TEN_YEARS],
    ['ten years early, then right', TEN_YEARS, 0],
  ] as const) {
    test(`is that of the server if the device's clock is ${name}`, async (t: TestContext) => {
      const clock = deviceClock(t);
      let isLost = true;
      const { open, of, time } = service(t, ({ path }) => {
        if (isLost && path === TICKETS) throw new TypeError('the response was lost');
        return undefined;
      });
      const options = { projectPublicKey: `ppk_${before}_${after}`, storage: mapStorage(new Map()) };
      clock.set(before);
      const first = open(options);
      first.tickets.create(ticket);
      await until(() => of(TICKETS).length > 0);
      const { triedAt = 0 } = await stateOf(first, 'queued');
      assert.ok(Math.abs(triedAt - trueNow()) < 60_000, `${triedAt}`);
      first.stop();
      isLost = false;
      clock.set(after);
      const second = open(options);
      second.start();
      await stateOf(second, 'sent');
      second.stop();
      // Seven days later it is not, whatever the device's clock says.
      isLost = true;
      const third = open({ ...options, projectPublicKey: `${options.projectPublicKey}_old` });
      third.tickets.create(ticket);
      await stateOf(third, 'queued');
      await until(() => of(TICKETS).length >= 3);
      await stateOf(third, 'queued');
      third.stop();
      const tries = of(TICKETS).length;
      isLost = false;
      time.passed = 7 * DAY;
      clock.set(before);
      const fourth = open({ ...options, projectPublicKey: `${options.projectPublicKey}_old` });
      fourth.start();
      assert.equal((await stateOf(fourth, 'sent', 'failed')).error?.slug, 'outbox-expired');
      assert.equal(of(TICKETS).length, tries);
    });
  }

  test("needs the server's time: without any response nothing is sent, and nothing expires", async (t: TestContext) => {
    const clock = deviceClock(t);
    let isOffline = false;
    const { open, of, requests } = service(t, () => {
      if (isOffline) throw new TypeError('offline');
      return undefined;
    });
    const options = { projectPublicKey: 'ppk_offline', storage: mapStorage(new Map()) };
    await open(options).tickets.list();
    // The next run has a token, and no network.
    isOffline = true;
    clock.set(-TEN_YEARS);
    const second = open(options);
    const sent = second.tickets.create(ticket);
    await until(async () => (await stateOf(second, 'queued')).lastError !== undefined);
    const [entry] = await second.outbox.entries();
    assert.deepEqual([entry?.triedAt, entry?.lastError?.slug], [undefined, 'network']);
    assert.equal(of(TICKETS).length, 0);
    isOffline = false;
    const asked = requests.length;
    await sent;
    assert.deepEqual(
      requests.slice(asked).map(({ path }) => path.split('?')[0]),
      ['/api/v1/player/inbox', TICKETS],
    );
  });
});
