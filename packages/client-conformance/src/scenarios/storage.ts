import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { playersOf, receivedTickets } from '../judge.ts';
import { problemResponse } from '../own-responses.ts';
import { firstOnes, isCreate, isPoll, isWrite, type Scenario } from '../scenario.ts';

const WEEK_MS = 7 * 86_400_000;
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

/** Processes wait for each other by the clock, and fast time makes no disk faster. */
const SHARED = { shared: true, speed: 1 };

const keyOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['idempotency-key'] ?? '');

const wrongClock = (name: string, before: number, after: number): Scenario => ({
  name,
  rule: 'expired',
  needs: ['clock'],
  async run(world) {
    world.faults = ({ method }) => (method === 'POST' ? 'lost response' : 'none');
    const device = await world.started({ clockOffset: before });
    const ticket = device.create('Written with a wrong clock');
    await device.stored(ticket);
    world.faults = firstOnes(2, isCreate, 'lost response');
    await device.until(() => world.requestsWith(ticket).length >= 2, 'two tries');
    await device.kill();
    await device.start({ clockOffset: after });
    await device.sent(ticket);
    assert.equal(ticket.failed, undefined, 'failed');
    await world.endsWell(device);
  },
});

export const STORAGE: readonly Scenario[] = [
  {
    name: 'what was told as stored survives a kill',
    rule: 'stored',
    async run(world) {
      world.faults = () => 'lost request';
      const device = await world.started();
      const ticket = device.create('Before the kill');
      await device.stored(ticket);
      if (world.has('replyBeforeSent')) {
        const replies = [1, 2, 3].map((number) => device.reply(ticket, `Reply ${number} before the kill`));
        for (const reply of replies) await device.stored(reply);
      }
      await device.kill();
      await device.start();
      await device.kill();
      await world.endsWell(device);
    },
  },
  {
    name: 'a kill while the storage is slow loses nothing that was told as stored',
    rule: 'stored',
    needs: ['slowStorage'],
    async run(world) {
      const device = await world.started({ storageDelay: 40 });
      for (const [round, pause] of [0, 20, 60, 120, 240].entries()) {
        if (!device.isRunning) await device.start();
        device.create(`Ticket ${round}`);
        await sleep(pause);
        await device.kill();
      }
      await world.endsWell(device);
    },
  },
  {
    name: 'a slow storage that other processes may share delays messages, and does not stop them',
    rule: 'processes',
    needs: ['slowStorage', 'sharedStorage'],
    async run(world) {
      const device = await world.started({ ...SHARED, storageDelay: 300 });
      const ticket = device.create('With a slow storage');
      await device.sent(ticket);
      await device.sent(device.reply(ticket, 'A slow reply'));
      await world.endsWell(device);
    },
  },
  {
    name: 'the Idempotency-Key stays the same over retries and restarts, and differs for each message',
    rule: 'key',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('The ticket');
      await device.sent(ticket);
      world.faults = ({ url }) => (url.endsWith('/messages') ? 'lost response' : 'none');
      const reply = device.reply(ticket, 'The reply');
      await device.until(() => world.requestsWith(reply).length >= 3, 'three tries');
      await device.kill();
      await device.start();
      await device.until(() => world.requestsWith(reply).length >= 5, 'two more tries');
      world.faults = () => 'none';
      await device.sent(reply);
      const keys = new Set(world.requestsWith(reply).map(keyOf));
      assert.equal(keys.size, 1, `keys of one reply: ${[...keys].join(', ')}`);
      const all = new Set(world.proxy.exchanges.filter(isWrite).map(keyOf));
      assert.equal(all.size, 2, 'each message has a key of its own');
      assert.ok(!all.has(''), 'a message without a key');
      await world.endsWell(device);
    },
  },
  {
    name: 'the same text written twice arrives twice',
    rule: 'key',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('Help');
      await device.sent(ticket);
      world.faults = firstOnes(2, isWrite, 'lost response');
      device.reply(ticket, 'Hello?');
      device.reply(ticket, 'Hello?');
      await device.drain();
      await device.stop();
      const [received] = await receivedTickets(world.run.api, playersOf(world.proxy.exchanges));
      assert.deepEqual(received?.messages, ['Help', 'Hello?', 'Hello?']);
    },
  },
  {
    name: 'any text arrives unchanged',
    rule: 'stored',
    async run(world) {
      const device = await world.started();
      const texts = [
        '<script>alert(1)</script> "quoted" \\ \' & %00 {{y}} %s',
        'line\r\nline\n\ttab \u2028 separator \u00a0',
        '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u4f60\u597d e\u0301',
        '\u{1f600}'.repeat(1000),
        'x'.repeat(4000),
      ];
      const ticket = device.create('Texts', 'A "subject" <b> \u{1f600}');
      await device.sent(ticket);
      for (const text of texts) device.reply(ticket, text);
      await world.endsWell(device);
    },
  },
  {
    name: 'a stopped client sends and polls no more',
    rule: 'poll',
    async run(world) {
      world.faults = (exchange) => (isWrite(exchange) ? 'lost request' : 'none');
      const device = await world.started();
      const ticket = device.create('Stopped');
      await device.until(() => world.requestsWith(ticket).length > 0, 'a try');
      await device.stop();
      world.faults = () => 'none';
      const before = world.proxy.exchanges.length;
      await sleep(1000);
      const later = world.proxy.exchanges.slice(before);
      // One of each may be on its way.
      for (const matches of [isWrite, isPoll]) {
        const urls = later.filter(matches).map(({ url }) => url);
        assert.ok(urls.length <= 1, `sent by a stopped client: ${urls.join(', ')}`);
      }
      await world.endsWell(device);
    },
  },
  wrongClock('a device clock that was ten years early is set right', -TEN_YEARS_MS, 0),
  wrongClock('a device clock that was ten years late is set right', TEN_YEARS_MS, 0),
  wrongClock('a device clock ten years late stays so', TEN_YEARS_MS, TEN_YEARS_MS),
  {
    name: 'a text that was tried a week ago is not sent again: the service may have forgotten its key',
    rule: 'expired',
    async run(world) {
      let tries = 0;
      world.faults = (exchange) => {
        // A late response of a poll would set the clock back.
        if (isPoll(exchange)) return { status: 0 };
        if (!isCreate(exchange)) return 'none';
        tries++;
        const later = new Date(Date.now() + (tries < 2 ? 0 : WEEK_MS)).toUTCString();
        const { headers, ...busy } = problemResponse(503, 'unavailable', 'The service is busy.');
        return { ...busy, headers: { ...headers, date: later } };
      };
      const device = await world.started();
      const ticket = device.create('Too old');
      await device.sent(ticket);
      assert.equal(ticket.ticketId, undefined, 'sent');
      assert.equal(world.requestsWith(ticket).length, 2, 'sent again');
      await world.endsWell(device, (written) => written === ticket);
    },
  },
  {
    name: 'two processes with one storage send everything exactly once, in order, as one player',
    rule: 'processes',
    needs: ['sharedStorage'],
    async run(world) {
      const one = await world.started(SHARED);
      const other = world.device(SHARED, one.ledger);
      await other.start();
      const ticket = one.create('From the first process');
      await one.sent(ticket);
      let count = 0;
      world.faults = (exchange) => (isWrite(exchange) && count++ % 2 === 0 ? 'lost response' : 'none');
      for (let number = 0; number < 10; number++) {
        const device = number % 2 === 0 ? one : other;
        await device.stored(device.reply(ticket, `Reply ${number}`));
      }
      await one.drain();
      await other.drain();
      await world.endsWell(one);
    },
  },
  {
    name: 'of two processes with one storage, one sends what the killed one wrote',
    rule: 'processes',
    needs: ['sharedStorage'],
    async run(world) {
      world.faults = () => 'lost request';
      const one = await world.started(SHARED);
      const other = world.device(SHARED, one.ledger);
      await other.start();
      await one.stored(one.create('From the killed process'));
      await one.kill();
      world.faults = () => 'none';
      await other.drain();
      await world.endsWell(other);
    },
  },
];
