import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import { LiveStream, QUIET, SILENCE, type Source, type TeamEvent } from '../../src/live/live-stream.ts';

/** A browser's EventSource whose connection the test makes and breaks. */
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
  /** It breaks off, and the browser tries again by itself. */
  breakOff(): void {
    this.readyState = 0;
    this.say('error');
  }
  /** It gives up, as after an answer that is no stream. */
  giveUp(): void {
    this.readyState = 2;
    this.say('error');
  }
}

/** So much time with a server that beats. */
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
  beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  });

  test('hands on each kind of event with its data', () => {
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

  test('leaves it to the browser to resume one that breaks off', () => {
    const { latest, sources, connected, refused } = begin();
    latest().connect();
    latest().breakOff();
    mock.timers.tick(QUIET - 1);
    latest().connect();
    beat(latest(), 60_000);
    assert.equal(sources.length, 1);
    assert.equal(refused(), 0);
    assert.ok(!connected.includes(false), 'a short break was told of');
  });

  test('says so after five seconds without a stream, and once it is back', () => {
    const { latest, connected } = begin();
    latest().connect();
    latest().breakOff();
    mock.timers.tick(QUIET - 1);
    assert.deepEqual(connected, [true]);
    mock.timers.tick(1);
    assert.deepEqual(connected, [true, false]);
    // Failing again and again is still the same absence.
    latest().breakOff();
    mock.timers.tick(QUIET);
    assert.deepEqual(connected, [true, false]);
    latest().connect();
    assert.equal(connected.at(-1), true);
  });

  test('opens a new one where the browser gives up, ever more rarely, and never more than half a minute apart', () => {
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

  test('begins anew with short waits once a stream was there', () => {
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

  test('listens to one stream only, and to none once it was stopped', () => {
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

  test('opens a new one where nothing came for two and a half beats, of what died without a word', () => {
    const { latest, sources, events, connected } = begin();
    latest().connect();
    beat(latest(), 600_000);
    assert.equal(sources.length, 1);
    assert.deepEqual(events, [], 'a beat is no event');
    mock.timers.tick(SILENCE);
    assert.equal(sources.length, 1);
    mock.timers.tick(10_000);
    assert.equal(sources.length, 2);
    assert.equal(sources[0]?.closed, true);
    assert.deepEqual(connected, [true]);
    mock.timers.tick(QUIET);
    assert.deepEqual(connected, [true, false]);
    // The new one does not come about either.
    mock.timers.tick(SILENCE + 10_000);
    assert.equal(sources.length, 3);
    latest().connect();
    assert.equal(connected.at(-1), true);
  });

  test('takes any event for a sign of life', () => {
    const { latest, sources } = begin();
    latest().connect();
    for (let time = 0; time < 10; time++) {
      mock.timers.tick(30_000);
      latest().say('settings', { what: 'macros' });
    }
    assert.equal(sources.length, 1);
  });

  test('opens a new one after the machine slept', () => {
    const { latest, sources } = begin();
    latest().connect();
    beat(latest(), 60_000);
    assert.equal(sources.length, 1);
    mock.timers.setTime(Date.now() + 600_000);
    mock.timers.tick(10_000);
    assert.equal(sources.length, 2);
  });
});
