import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';

declare module '../../operations/context.ts' {
  interface Parts {
    readonly passwords: Passwords;
  }
}

/**
 * Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one
 * lane. After a change, older hashes still work.
 */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Passwords that may wait to be hashed. A hash takes about 40 ms of a core. */
const MAX_QUEUED = 50;
const RETRY_AFTER_SECONDS = 5;
/** All passwords share one limit, so the key is the same for all. */
const LIMITER_KEY = 'passwords';

/** The PHC string format. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Computes Argon2id in the thread pool. */
type Derive = (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
export const argon2id = promisify(argon2) as Derive;

/**
 * The bytes to hash. NFKC makes a password with accents the same on every keyboard (NIST SP
 * 800-63B, section 3.1.1.2).
 */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'));

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

async function hash(derive: Derive, password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const derived = await derive('argon2id', { message: bytesOf(password), nonce, tagLength: HASH_BYTES, ...COST });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(derived)}`;
}

async function verify(derive: Derive, stored: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = PHC.exec(stored) ?? [];
  const expectedHash = Buffer.from(expected, 'base64');
  if (expectedHash.length === 0) throw new Error('the password hash is not in the PHC format of Argon2id');
  const derived = await derive('argon2id', {
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expectedHash.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(derived, expectedHash);
}

function tooMany(): AppError {
  return new AppError('unavailable', {
    detail: 'Too many members are signing in at the same time. Try again.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}

/**
 * Hashes at most `maxRunning` passwords at the same time, because each hash takes a core, 19 MiB of
 * memory and a thread of the pool. Tests pass their own `derive`, to count or delay the hashes or
 * to make them quick.
 */
export function createPasswords(maxRunning: number, derive: Derive = argon2id) {
  const limiter = new ConcurrencyLimiter({ maxRunning, maxQueued: MAX_QUEUED, perTurn: false, refusal: tooMany });
  /** The hash of a random password, for a sign-in without a member. */
  let dummyHash: Promise<string> | undefined;

  return {
    /** The hash of a password for the store. @throws AppError `unavailable` if too many wait */
    async hash(password: string): Promise<string> {
      using _slot = await limiter.enter(LIMITER_KEY);
      return await hash(derive, password);
    },
    /**
     * Whether the password has this hash. Without a hash it takes the same time and returns false.
     *
     * @throws AppError `unavailable` if too many wait
     */
    async verify(stored: string | undefined, password: string): Promise<boolean> {
      using _slot = await limiter.enter(LIMITER_KEY);
      if (stored !== undefined) return await verify(derive, stored, password);
      dummyHash ??= hash(derive, randomBytes(SALT_BYTES).toString('base64'));
      await verify(derive, await dummyHash, password);
      return false;
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
