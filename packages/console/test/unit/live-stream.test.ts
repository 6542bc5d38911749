import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import {
  LiveStream,
  OFFLINE_AFTER_MS,
  SILENCE_MS,
  type Source,
  type TeamEvent,
} from '../../src/data/live/live-stream.ts';

/** The test controls its connection. */
class FakeSource implements Source {
  readyState = 0;
  closed = false;
  readonly #listeners = new Map<string, (event: { data?: string }) => void>();

  addEventListener(name: string, listener: (event: { data?: string }) => void): void {
    this.#listeners.set(name, listener);
  }
  close(): void {
    this.closed = true;
  }
  say(name: string, data?: object): void {
    this.#listeners.get(name)?.(data === undefined ? {} : { data: JSON.stringify(data) });
  }
  connect(): void {
    this.readyState = 1;
    this.say('open');
  }
  /** The browser then reconnects. */
  breakOff(): void {
    this.readyState = 0;
    this.say('error');
  }
  /** The browser gives up, as after a response that is no stream. */
  giveUp(): void {
    this.readyState = 2;
    this.say('error');
  }
}

/** The server sends heartbeats meanwhile. */
function beat(source: FakeSource, milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 15_000) {
    mock.timers.tick(15_000);
    source.say('beat', {});
  }
}

function begin() {
  const sources: FakeSource[] = [];
  const events: TeamEvent[] = [];
  const connected: boolean[] = [];
  let refused = 0;
  const stream = new LiveStream({
    open: () => {
      sources.push(new FakeSource());
      return latest();
    },
    onEvent: (event) => events.push(event),
    onRefused: () => {
      refused++;
    },
    onConnected: (now) => connected.push(now),
  });
  const latest = () => {
    const source = sources.at(-1);
    assert.ok(source, 'no stream was opened');
    return source;
  };
  stream.start();
  return { stream, sources, events, connected, latest, refused: () => refused };
}

describe('the live stream', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
  afterEach(() => mock.timers.reset());

  test('passes on every kind of event with its data', () => {
    const { latest, events } = begin();
    latest().connect();
    latest().say('reset', {});
    latest().say('ticket', { projectId: 'p', ticketId: 't' });
    latest().say('settings', { what: 'macros' });
    assert.deepEqual(events, [
      { name: 'reset', data: {} },
      { name: 'ticket', data: { projectId: 'p', ticketId: 't' } },
      { name: 'settings', data: { what: 'macros' } },
    ]);
  });

  test('leaves it to the browser to resume a broken stream', () => {
    const { latest, sources, connected, refused } = begin();
    latest().connect();
    latest().breakOff();
    mock.timers.tick(OFFLINE_AFTER_MS - 1);
    latest().connect();
    beat(latest(), 60_000);
    assert.equal(sources.length, 1);
    assert.equal(refused(), 0);
    assert.ok(!connected.includes(false), 'a short interruption was reported');
  });

  test('reports the loss after five seconds, and the return immediately', () => {
    const { latest, connected } = begin();
    latest().connect();
    latest().breakOff();
    mock.timers.tick(OFFLINE_AFTER_MS - 1);
    assert.deepEqual(connected, [true]);
    mock.timers.tick(1);
    assert.deepEqual(connected, [true, false]);
    latest().breakOff();
    mock.timers.tick(OFFLINE_AFTER_MS);
    assert.deepEqual(connected, [true, false]);
    latest().connect();
    assert.equal(connected.at(-1), true);
  });

  test('opens a new stream if the browser gives up, with a growing delay of at most 30 seconds', () => {
    const { latest, sources, refused } = begin();
    const waits: number[] = [];
    for (let time = 0; time < 9; time++) {
      const before = sources.length;
      latest().giveUp();
      let waited = 0;
      while (sources.length === before && waited < 31_000) {
        mock.timers.tick(100);
        waited += 100;
      }
      waits.push(waited);
    }
    assert.equal(refused(), 9);
    assert.equal(sources.length, 10);
    const [first = 0, ...rest] = waits;
    assert.ok(first <= 1000, `the first wait was ${first} ms`);
    assert.ok(
      rest.slice(-3).every((wait) => wait >= 15_000 && wait <= 30_000),
      `the waits were ${waits}`,
    );
  });

  test('resets the delay after a successful connection', () => {
    const { latest, sources } = begin();
    for (let time = 0; time < 8; time++) {
      latest().giveUp();
      mock.timers.tick(30_000);
    }
    latest().connect();
    const before = sources.length;
    latest().giveUp();
    mock.timers.tick(1000);
    assert.equal(sources.length, before + 1);
  });

  test('listens to one stream only, and to none after it was stopped', () => {
    const { stream, sources, events, connected } = begin();
    stream.reopen();
    const [first, second] = sources;
    assert.equal(first?.closed, true);
    first?.say('ticket', { projectId: 'p', ticketId: 'old' });
    second?.say('ticket', { projectId: 'p', ticketId: 'new' });
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ projectId: 'p', ticketId: 'new' }],
    );
    stream.stop();
    second?.say('ticket', { projectId: 'p', ticketId: 'late' });
    second?.giveUp();
    mock.timers.tick(300_000);
    assert.equal(second?.closed, true);
    assert.equal(events.length, 1);
    assert.equal(sources.length, 2);
    assert.deepEqual(connected, []);
  });

  test('opens a new stream after two and a half missing heartbeats', () => {
    const { latest, sources, events, connected } = begin();
    latest().connect();
    beat(latest(), 600_000);
    assert.equal(sources.length, 1);
    assert.deepEqual(events, [], 'a heartbeat is not an event');
    mock.timers.tick(SILENCE_MS);
    assert.equal(sources.length, 1);
    mock.timers.tick(10_000);
    assert.equal(sources.length, 2);
    assert.equal(sources[0]?.closed, true);
    assert.deepEqual(connected, [true]);
    mock.timers.tick(OFFLINE_AFTER_MS);
    assert.deepEqual(connected, [true, false]);
    mock.timers.tick(SILENCE_MS + 10_000);
    assert.equal(sources.length, 3);
    latest().connect();
    assert.equal(connected.at(-1), true);
  });

  test('accepts any event as a sign of life', () => {
    const { latest, sources } = begin();
    latest().connect();
    for (let time = 0; time < 10; time++) {
      mock.timers.tick(30_000);
      latest().say('settings', { what: 'macros' });
    }
    assert.equal(sources.length, 1);
  });

  test('opens a new stream after the computer was asleep', () => {
    const { latest, sources } = begin();
    latest().connect();
    beat(latest(), 60_000);
    assert.equal(sources.length, 1);
    mock.timers.setTime(Date.now() + 600_000);
    mock.timers.tick(10_000);
    assert.equal(sources.length, 2);
  });
});
