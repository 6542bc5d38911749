import type { WithLock, Work } from './locks.ts';
import { randomId } from './random-id.ts';
import type { KeyValueStore, Storage } from './storage.ts';
import { now, sleep } from './time.ts';
import { waitFor } from './wait-for.ts';

/** Since its last renewal. After a crash the others wait this long. */
const LEASE_MS = 3000;
const RENEW_MS = 1000;
/** An unused lease is kept, so that a process alone claims it once. */
const WARM_MS = 2000;
/** Then a claimant looks whether another one claimed at the same time. */
const CLAIM_MS = 250;
/** A slower claim is abandoned: others may not have waited for it. */
const MAX_CLAIM_MS = CLAIM_MS * 0.8;
const LOOK_MS = 50;
/** After failed claims for this long, the work runs without a lease. */
const GIVE_UP_MS = 5000;
/** In a claim, before the work runs without a lease. */
const MAX_FAILURES = 3;
/** Without a lease, before the next claim. */
const NO_LEASE_MS = 60_000;

const withTimeout = <T>(work: () => T | Promise<T>) => waitFor(work, undefined, LEASE_MS);

type Lease = <T>(work: Work<T>) => Promise<T>;

/** Work that lost its lease before a change throws this. It runs again. */
const LEASE_LOST = new Error('The lease expired.');

/** Separates processes on one storage, or tabs without Web Locks, by a lease. */
export function withLease(storage: KeyValueStore): Storage {
  const leases = new Map<string, Lease>();
  const withLock: WithLock = (name, work) => {
    const lease = leases.get(name) ?? createLease(storage, `${name}:lease`);
    leases.set(name, lease);
    return lease(work);
  };
  return {
    get: (key) => storage.get(key),
    set: (key, value) => storage.set(key, value),
    remove: storage.remove && ((key) => storage.remove?.(key)),
    withLock,
  };
}

/**
 * Needs only get and set (after Fischer: write, wait, read back). Claims and renewals write random
 * values; others take over a value unchanged for LEASE_MS. No clocks are compared, so changed ones
 * do no harm.
 */
function createLease(storage: KeyValueStore, key: string): Lease {
  /** Of the monotonic clock. */
  let heldUntil = 0;
  let usedAt = 0;
  let noLeaseUntil = 0;
  let isBusy = false;
  let isRenewing = false;
  /** Another process waits, and the last mark of a waiting one. */
  let isWanted = false;
  let lastMark: unknown;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let released: Promise<unknown> | undefined;

  /** Waiting processes write here. */
  const markKey = `${key}:wanted`;
  const get = (name: string) => withTimeout(() => storage.get(name));
  const set = (name: string, value: string) => withTimeout(() => storage.set(name, value));
  const isHeld = () => now() < heldUntil;

  /** Tolerates failed reads and writes. False if the storage cannot hold a lease. */
  async function claim(): Promise<boolean> {
    for (let tries = 1; tries <= MAX_FAILURES; tries++) {
      try {
        return await claimOnce();
      } catch {
        await sleep(LOOK_MS * tries);
      }
    }
    return false;
  }

  async function claimOnce(): Promise<boolean> {
    let seen: unknown;
    let seenAt = 0;
    let markedAt = -RENEW_MS;
    /** On a slow storage it was abandoned, and nobody holds it. */
    let claimed: string | undefined;
    for (let began = now(); now() - began < GIVE_UP_MS; ) {
      const startedAt = now();
      const found = await get(key);
      if (found !== seen) seenAt = now();
      seen = found;
      if (found && found !== claimed && now() - seenAt < LEASE_MS) {
        await sleep(LOOK_MS * (1 + Math.random()));
        began = now();
        if (began - markedAt < RENEW_MS) continue;
        await set(markKey, randomId());
        markedAt = began;
        continue;
      }
      claimed = randomId();
      await set(key, claimed);
      if (now() - startedAt > MAX_CLAIM_MS) continue;
      await sleep(CLAIM_MS);
      if ((await get(key)) !== claimed) continue;
      lastMark = await get(markKey);
      heldUntil = startedAt + LEASE_MS;
      isWanted = false;
      if (isHeld()) return true;
    }
    return false;
  }

  /** Gives it up when unused or wanted. */
  function keep(): void {
    timer = setTimeout(async () => {
      isRenewing = true;
      try {
        isWanted ||= (await get(markKey)) !== lastMark;
        const startedAt = now();
        if (isHeld() && !isDone()) {
          await set(key, randomId());
          if (isHeld()) heldUntil = startedAt + LEASE_MS;
        }
      } catch {
        // Without a renewal it expires.
      }
      isRenewing = false;
      if (isDone()) release();
      else if (isHeld()) keep();
    }, RENEW_MS);
  }

  const isDone = () => !isBusy && (isWanted || now() - usedAt > WARM_MS);

  function release(): void {
    clearTimeout(timer);
    if (!isHeld()) return;
    heldUntil = 0;
    released = set(key, '')
      .catch(() => {})
      // Another process goes first.
      .then(() => (isWanted ? sleep(LOOK_MS * 4) : undefined));
  }

  async function acquire(): Promise<boolean> {
    await released;
    if (isHeld()) return true;
    if (now() < noLeaseUntil) return false;
    clearTimeout(timer);
    const isClaimed = await claim();
    if (isClaimed) keep();
    else noLeaseUntil = now() + NO_LEASE_MS;
    return isClaimed;
  }

  return async (work) => {
    for (let tries = 1; ; tries++) {
      const isClaimed = await acquire();
      isBusy = true;
      try {
        return await work(() => {
          if (isClaimed && !isHeld()) throw LEASE_LOST;
        });
      } catch (error) {
        if (error !== LEASE_LOST || tries === 10) throw error;
      } finally {
        isBusy = false;
        usedAt = now();
        if (isWanted && !isRenewing) release();
      }
    }
  };
}
