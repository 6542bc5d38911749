import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { PollScheduler } from '../../../src/domain/poll-scheduler.ts';

const PACING = { active: 15, open: 60, idle: 300, max: 900 };

let count = 0;
/** A client that the book does not know. */
const another = () => `ply_${++count}`;

/** A book in which so many clients were answered in its first second. */
function bookOf(clients: number, target: number, base = 300, delay = base): PollScheduler {
  const book = new PollScheduler(PACING, target, 0);
  for (let i = 0; i < clients; i++) book.answered(0, another(), base, delay);
  return book;
}

suite('demand', () => {
  test('is what all clients would poll per second at their base delays', () => {
    const book = bookOf(600, 100);
    for (let i = 0; i < 30; i++) book.answered(0, another(), 15, 20);
    assert.ok(Math.abs(book.demand - (600 / 300 + 30 / 15)) < 1e-9);
  });

  test('takes those put off for clients like the others', () => {
    const book = bookOf(300, 100);
    for (let i = 0; i < 600; i++) book.putOff(0, another());
    assert.ok(Math.abs(book.demand - 3) < 1e-9);
  });

  test('counts each client once until it is due, however often it polls', () => {
    const book = new PollScheduler(PACING, 100, 0);
    for (let second = 0; second < 100; second++) {
      for (let i = 0; i < 20; i++) book.answered(second, 'ply_eager', 300, 300);
      book.putOff(second, 'ply_eager');
    }
    assert.ok(Math.abs(book.demand - 1 / 300) < 1e-9, String(book.demand));
    assert.equal(book.expects(299, 'ply_eager'), true);
    assert.equal(book.expects(300, 'ply_eager'), false);
    book.answered(300, 'ply_eager', 60, 60);
    assert.ok(Math.abs(book.demand - 1 / 60) < 1e-9);
  });

  test('does not count who is put off without being known', () => {
    const book = bookOf(300, 100);
    for (let i = 0; i < 600; i++) assert.ok(book.putOff(0, undefined) >= 10);
    assert.ok(Math.abs(book.demand - 1) < 1e-9);
  });

  test('ends with the second in which clients are due, if they do not come', () => {
    const book = bookOf(300, 100, 300, 320);
    book.answered(0, another(), 300, 330);
    book.review(319.9, false);
    assert.ok(Math.abs(book.demand - 301 / 300) < 1e-9);
    book.review(320, false);
    assert.ok(Math.abs(book.demand - 1 / 300) < 1e-9);
    book.review(330, false);
    assert.equal(book.demand, 0);
  });

  test('is nothing after a pause longer than any delay, whatever was noted', () => {
    const told = fc.tuple(fc.constantFrom(15, 60, 300), fc.integer({ min: 1, max: 2000 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(told), fc.integer({ min: 1081, max: 10_000 }), (clients, pause) => {
        const book = new PollScheduler(PACING, 10, 5);
        for (const [base, delay, refused] of clients) {
          if (refused) book.putOff(5, another());
          else book.answered(5, another(), base, delay);
        }
        book.review(5 + pause, false);
        assert.deepEqual([book.demand, book.stretch], [0, 1]);
      }),
    );
  });
});

suite('stretch', () => {
  const stretchOf = (clients: number, target: number) => {
    const book = bookOf(clients, target);
    book.review(1, false);
    return book.stretch;
  };

  test('brings the demand down to the target', () => {
    assert.ok(Math.abs(stretchOf(60_000, 100) - 2) < 1e-9);
    assert.ok(Math.abs(stretchOf(30_300, 100) - 1.01) < 1e-9);
  });

  test('is 1 to 64, and 1 without a target', () => {
    assert.equal(stretchOf(30_000, 100), 1);
    assert.equal(stretchOf(10, 100), 1);
    assert.equal(stretchOf(60_000, 1), 64);
    assert.equal(stretchOf(60_000, 0), 1);
  });
});

suite('capacity', () => {
  /** Answers so many polls in each second up to one, then reviews. */
  function live(book: PollScheduler, from: number, seconds: number, polls: number, overloaded: boolean): void {
    for (let second = from; second < from + seconds; second++) {
      for (let i = 0; i < polls; i++) book.answered(second, another(), 300, 600);
    }
    book.review(from + seconds, overloaded);
  }

  for (const target of [0, 5000]) {
    test(`is 95 % of what was answered where that was less than a target of ${target}`, () => {
      const book = new PollScheduler(PACING, target, 0);
      live(book, 0, 5, 1000, true);
      assert.ok(Math.abs(book.capacity - 950) < 1e-9);
      // Once down, it stays there however long the overload lasts.
      live(book, 5, 5, 1000, true);
      assert.ok(book.capacity >= 950);
    });
  }

  test('is the best second, so that a pause does not ruin it', () => {
    const book = new PollScheduler(PACING, 5000, 0);
    for (let i = 0; i < 1000; i++) book.answered(0, another(), 300, 600);
    live(book, 1, 4, 10, true);
    assert.ok(Math.abs(book.capacity - 950) < 1e-9);
  });

  test('stays as it is where nothing was answered, however much was refused', () => {
    const book = new PollScheduler(PACING, 5000, 0);
    for (let i = 0; i < 1000; i++) book.putOff(1, another());
    for (let review = 1; review < 100; review++) book.review(5 * review, true);
    assert.equal(book.capacity, 5000);
  });

  test('stays where the target was answered in spite of the overload', () => {
    const book = new PollScheduler(PACING, 900, 0);
    live(book, 0, 5, 1000, true);
    assert.equal(book.capacity, 900);
  });

  test('grows back by 5 % in POLL_MAX_SECONDS while it is needed, at once when it is not', () => {
    const book = new PollScheduler(PACING, 5000, 0);
    for (let i = 0; i < 600_000; i++) book.answered(0, another(), 300, 1080);
    book.review(1, false);
    live(book, 1, 4, 1000, true);
    const { capacity } = book;
    assert.ok(Math.abs(capacity - 950) < 1e-9);
    book.review(905, false);
    assert.ok(Math.abs(book.capacity / capacity - 1.05) < 1e-9);
    book.review(1100, false);
    assert.equal(book.capacity, 5000);
  });
});

suite('admits', () => {
  const admitted = (book: PollScheduler, now: number, polls: number) =>
    Array.from({ length: polls }, () => {
      const admits = book.room(now) !== 'none';
      if (admits) book.answered(now, another(), 300, 300);
      return admits;
    }).filter(Boolean).length;

  test('five seconds at once, then 10 % over the target, however long nobody came', () => {
    const book = new PollScheduler(PACING, 100, 0);
    assert.equal(admitted(book, 0, 1000), 550);
    assert.equal(admitted(book, 1, 1000), 110);
    assert.equal(admitted(book, 1000, 1000), 550);
  });

  test('asking uses nothing up', () => {
    const book = new PollScheduler(PACING, 1, 0);
    for (let i = 0; i < 1000; i++) assert.equal(book.room(0), 'plenty');
  });

  test('everything without a target', () => {
    assert.equal(admitted(new PollScheduler(PACING, 0, 0), 0, 10_000), 10_000);
  });
});

suite('putOff', () => {
  test('spreads clients evenly over the delay of an idle client, from ten seconds on', () => {
    const book = bookOf(6000, 10);
    book.review(1, false);
    const counts = new Map<number, number>();
    for (let i = 0; i < 60_000; i++) {
      const seconds = book.putOff(1, another());
      counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
    }
    const all = [...counts.keys()];
    assert.ok(Math.min(...all) >= 10 && Math.max(...all) <= 900 && all.every(Number.isInteger));
    assert.ok(counts.size > 850, `${counts.size} different seconds`);
    // One draw instead of the better of two would have its fullest second near 100.
    assert.ok(Math.max(...counts.values()) < 85, `${Math.max(...counts.values())} in one second`);
  });

  test('never beyond POLL_MAX_SECONDS, also where an idle delay is longer than that', () => {
    const book = new PollScheduler({ ...PACING, idle: 4000 }, 1, 0);
    for (let i = 0; i < 1000; i++) assert.ok(book.putOff(0, another()) <= 900);
  });

  test('works with delays of a second', () => {
    const book = new PollScheduler({ active: 1, open: 1, idle: 1, max: 1 }, 1, 0);
    for (let i = 0; i < 100; i++) assert.ok(book.putOff(i, another()) >= 1);
  });
});

test('a book is young until no client can be away that it does not know of', () => {
  const book = new PollScheduler(PACING, 100, 50);
  assert.equal(book.young(50 + 1080), true);
  assert.equal(book.young(50 + 1081), false);
});
