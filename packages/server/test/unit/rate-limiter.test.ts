import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, type LimitName } from '../../src/config/limits.ts';
import type { CountedCaller } from '../../src/domain/counted-caller.ts';
import { HOUR, MINUTE } from '../../src/domain/time.ts';
import { AppError } from '../../src/errors.ts';
import { createRateLimits, type RateLimits } from '../../src/limits/rate-limiter.ts';
import { countedKey, countedMember } from '../helpers/counted-callers.ts';
import { START } from '../helpers/harness.ts';

type Limits = RateLimits & { readonly moveTo: (time: number) => Limits };

function limits(quotas: Partial<Record<LimitName, number>> = {}): Limits {
  const defaults = Object.fromEntries(Object.entries(LIMITS).map(([name, { quota }]) => [name, quota]));
  let now = START;
  const all = { ...(defaults as Record<LimitName, number>), ...quotas };
  const limit: Limits = {
    ...createRateLimits(all, { elapsed: () => now }),
    moveTo(time) {
      now = time;
      return limit;
    },
  };
  return limit;
}

/** Undefined if the request is allowed. */
function refusal(limits: Limits, name: LimitName, key: string, now: number): AppError | undefined {
  try {
    limits.moveTo(now).consume(name, key);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'rate-limited');
    return error;
  }
}

const countAllowed = (limits: Limits, name: LimitName, key: string, now: number, attempts: number) =>
  Array.from({ length: attempts }, () => refusal(limits, name, key, now)).filter((error) => error === undefined).length;

test('default quotas and windows', () => {
  assert.deepEqual(
    Object.entries(LIMITS).map(([name, { quota, window }]) => [name, quota, window]),
    [
      ['identify', 30, MINUTE],
      ['identifyAddress', 3000, MINUTE],
      ['create', 20, MINUTE],
      ['createHour', 60, HOUR],
      ['reply', 30, MINUTE],
      ['upload', 30, MINUTE],
      ['uploadAddress', 600, 10 * MINUTE],
      ['uploadPart', 300, MINUTE],
      ['fileAddress', 1200, MINUTE],
      ['read', 240, MINUTE],
      ['link', 10, MINUTE],
      ['linkAddress', 600, MINUTE],
      ['supportCode', 10, HOUR],
      ['supportCodeTry', 5, HOUR],
      ['linkAudit', 20, 24 * HOUR],
      ['supportCodeAddress', 100, HOUR],
      ['team', 3000, MINUTE],
      ['teamWrite', 300, MINUTE],
      ['teamUpload', 60, MINUTE],
      ['answerAll', 30, HOUR],
      ['mention', 200, HOUR],
      ['presence', 240, MINUTE],
      ['seen', 5000, 24 * HOUR],
      ['testNotification', 5, MINUTE],
      ['invitation', 50, 24 * HOUR],
      ['linkMail', 20, MINUTE],
      ['signIn', 10, 15 * MINUTE],
      ['signInAddress', 100, 15 * MINUTE],
      ['signInAccount', 100, HOUR],
      ['passkeyAddress', 60, MINUTE],
      ['joinAddress', 60, MINUTE],
      ['oidcAddress', 600, MINUTE],
      ['authAddress', 3000, MINUTE],
    ],
  );
});

for (const name of Object.keys(LIMITS) as LimitName[]) {
  test(`${name}: exactly its quota is allowed in one window, and again in the next`, () => {
    const { quota, window } = LIMITS[name];
    const limit = limits();
    assert.equal(countAllowed(limit, name, 'a', START, quota + 5), quota);
    assert.equal(countAllowed(limit, name, 'a', START + window - 1, 5), 0);
    assert.equal(countAllowed(limit, name, 'a', START + window, quota + 5), quota);
  });
}

test('a window begins with its first request', () => {
  const limit = limits({ reply: 2 });
  limit.consume('reply', 'a');
  limit.moveTo(START + 59_000).consume('reply', 'a');
  assert.equal(countAllowed(limit, 'reply', 'a', START + 59_999, 1), 0);
  assert.equal(countAllowed(limit, 'reply', 'a', START + 60_000, 3), 2);
});

test('refused requests do not count, so the wait does not grow', () => {
  const limit = limits({ reply: 1 });
  limit.consume('reply', 'a');
  for (let later = 0; later < MINUTE; later += 1000) {
    const wait = Number(refusal(limit, 'reply', 'a', START + later)?.headers['retry-after']);
    assert.equal(wait, (MINUTE - later) / 1000);
  }
  assert.equal(countAllowed(limit, 'reply', 'a', START + MINUTE, 1), 1);
});

test('several are counted together or not at all, and more than the quota is all of it', () => {
  const limit = limits({ reply: 5 });
  limit.consume('reply', 'a', { count: 3 });
  assert.throws(() => limit.consume('reply', 'a', { count: 3 }), AppError);
  limit.consume('reply', 'a', { count: 2 });
  assert.equal(countAllowed(limit, 'reply', 'a', START, 1), 0);
  limit.consume('reply', 'b', { count: 6 });
  assert.equal(countAllowed(limit, 'reply', 'b', START, 1), 0);
  for (let count = 0; count < 3; count++) limits({ reply: 0 }).consume('reply', 'a', { count: 6 });
});

test('two keys are counted separately, and so are two limits with the same key', () => {
  const limit = limits({ reply: 1, read: 1 });
  assert.equal(countAllowed(limit, 'reply', 'a', START, 2), 1);
  assert.equal(countAllowed(limit, 'reply', 'b', START, 2), 1);
  assert.equal(countAllowed(limit, 'read', 'a', START, 2), 1);
});

test('a quota of 0 means no limit', () => {
  assert.equal(countAllowed(limits({ reply: 0 }), 'reply', 'a', START, 10_000), 10_000);
});

test('a refusal says how long to wait, in whole seconds rounded up', () => {
  const limit = limits({ create: 1 });
  limit.consume('create', 'a');
  const waits = [0, 1, 500, 59_000, 59_001, 59_999].map(
    (later) => refusal(limit, 'create', 'a', START + later)?.headers['retry-after'],
  );
  assert.deepEqual(waits, ['60', '60', '60', '1', '1', '1']);
});

test('a client that waits for Retry-After is allowed', () => {
  for (let later = 0; later < MINUTE; later += 777) {
    const limit = limits({ create: 1 });
    limit.consume('create', 'a');
    const wait = Number(refusal(limit, 'create', 'a', START + later)?.headers['retry-after']);
    assert.equal(refusal(limit, 'create', 'a', START + later + wait * 1000), undefined);
  }
});

test('a refusal carries the RateLimit and RateLimit-Policy fields, of the limit that was exceeded', () => {
  const limit = limits({ createHour: 3 });
  for (let count = 0; count < 3; count++) limit.consume('createHour', 'a');
  const error = refusal(limit, 'createHour', 'a', START + 600_000);
  assert.equal(error?.status, 429);
  assert.deepEqual(error?.headers, {
    'retry-after': '3000',
    ratelimit: '"create-hour";r=0;t=3000',
    'ratelimit-policy': '"create-hour";q=3;w=3600',
  });
  assert.match(error?.detail ?? '', /3 requests in 3600 seconds/);
});

test('the number of keys is bounded: the least recently used are forgotten', () => {
  const KEYS = 10_000;
  const limit = limits({ reply: 1 });
  limit.consume('reply', 'used again');
  limit.consume('reply', 'not used again');
  for (let index = 2; index < KEYS; index++) limit.consume('reply', `other ${index}`);
  assert.notEqual(refusal(limit, 'reply', 'used again', START), undefined);
  limit.consume('reply', 'one more');
  // The last 10,000 keys lack it, the 10,000 before have it.
  assert.notEqual(refusal(limit, 'reply', 'used again', START), undefined);
  for (let index = 2; index < KEYS; index++) limit.consume('reply', `another ${index}`);
  limit.consume('reply', 'the last');
  assert.notEqual(refusal(limit, 'reply', 'used again', START), undefined);
  assert.equal(refusal(limit, 'reply', 'not used again', START), undefined);
});

test('refunded requests do not count', () => {
  const limit = limits({ signIn: 2, reply: 0 });
  for (let count = 0; count < 9; count++) limit.consume('signIn', 'a')();
  limit.consume('reply', 'without a limit')();
  assert.equal(countAllowed(limit, 'signIn', 'a', START, 5), 2);
});

test('a refund of an earlier window does not change the current window', () => {
  const limit = limits({ signIn: 2 });
  const refund = limit.consume('signIn', 'a');
  const later = START + 15 * MINUTE;
  limit.moveTo(later).consume('signIn', 'a');
  refund();
  assert.equal(countAllowed(limit, 'signIn', 'a', later, 5), 1);
});

test('whether a quota is used up can be asked, which counts nothing', () => {
  const limit = limits({ authAddress: 2 });
  const waitAt = (now: number) => limit.moveTo(now).refusal('authAddress', 'a')?.headers['retry-after'];
  const seen: unknown[] = [];
  for (let count = 0; count < 2; count++) {
    for (let asked = 0; asked < 3; asked++) seen.push(waitAt(START));
    limit.consume('authAddress', 'a');
  }
  assert.deepEqual(new Set(seen), new Set([undefined]));
  assert.deepEqual([waitAt(START), limit.used('authAddress', 'a')], ['60', 2]);
  assert.deepEqual([waitAt(START + MINUTE - 1), limit.used('authAddress', 'a')], ['1', 2]);
  assert.deepEqual([waitAt(START + MINUTE), limit.used('authAddress', 'a')], [undefined, 0]);
});

test('all keys of a member count together, with what the member sends; keys take nothing from the member', () => {
  const rates = limits({ teamWrite: 3, mention: 3 });
  const allowed = (caller: CountedCaller, attempts: number) =>
    Array.from({ length: attempts }, () => {
      try {
        rates.consumeByCaller('teamWrite', caller);
        return 1;
      } catch {
        return 0;
      }
    }).filter((one) => one === 1).length;
  assert.equal(allowed(countedMember('a'), 1), 1);
  assert.equal(allowed(countedKey('a'), 5), 2);
  assert.equal(allowed(countedMember('a'), 5), 2);
  assert.equal(allowed(countedKey('b'), 5), 3);
  rates.consumeByCaller('mention', countedMember('a'), { count: 3 });
  assert.throws(() => rates.consumeByCaller('mention', countedKey('a')), { code: 'rate-limited' });
  assert.equal(allowed(countedKey('a'), 5), 0);
});
