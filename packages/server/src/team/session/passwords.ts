import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import { createConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';

declare module '../../operations/context.ts' {
  interface Parts {
    readonly passwords: Passwords;
  }
}

/**
 * Argon2id as in OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. After a
 * change, older hashes still work.
 */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Waiting passwords. A hash takes about 40 ms of a core. */
const MAX_QUEUED = 50;
const RETRY_AFTER_SECONDS = 5;
/** One limit for all passwords. */
const LIMITER_KEY = 'passwords';

/** The PHC string format. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

type Derive = (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
export const argon2id = promisify(argon2) as Derive;

/** NFKC makes accented passwords equal on every keyboard (NIST SP 800-63B, section 3.1.1.2). */
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
 * Hashes at most `maxRunning` passwords at once: each takes a core, 19 MiB and a pool thread. Tests
 * pass `derive`.
 */
export function createPasswords(maxRunning: number, derive: Derive = argon2id) {
  const limiter = createConcurrencyLimiter({ maxRunning, maxQueued: MAX_QUEUED, perTurn: false, refusal: tooMany });
  /** Of a random password, for a sign-in without a member. */
  let dummyHash: Promise<string> | undefined;

  return {
    /** Hashes a password for the store. Throws AppError `unavailable` if too many wait. */
    async hash(password: string): Promise<string> {
      using _slot = await limiter.enter(LIMITER_KEY);
      return await hash(derive, password);
    },
    /**
     * Without a hash it takes as long, and returns false. Throws AppError `unavailable` if too many
     * wait.
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
