import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';

/**
 * Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one
 * lane. After a change, older hashes still work.
 */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Passwords that may wait for their turn. A hash takes about 30 ms of a core. */
const MAX_QUEUED = 50;
const RETRY_AFTER_SECONDS = 5;
/** All passwords share one queue. */
const QUEUE = 'passwords';

/** The PHC string format. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Computes Argon2id in a thread of the pool. */
type Derive = (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
export const argon2id = promisify(argon2) as Derive;

/**
 * What is hashed. A password with an accent is the same however the keyboard composes the accent
 * (NIST SP 800-63B, section 3.1.1.2).
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
  const known = Buffer.from(expected, 'base64');
  if (known.length === 0) throw new Error('a password hash that is not in the PHC format of Argon2id');
  const derived = await derive('argon2id', {
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: known.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(derived, known);
}

export interface Passwords {
  /** The hash of a password, to be stored. @throws AppError `unavailable` if too many wait */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password with this hash. Without a hash it takes the same time, and is false.
   *
   * @throws AppError `unavailable` if too many wait
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

function tooMany(): AppError {
  return new AppError('unavailable', {
    detail: 'Too many members are signing in right now. Try again.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}

/**
 * Hashes at most `atOnce` passwords at the same time. A bounded number waits. Each hash takes a
 * core, 19 MiB and a thread of the pool, which other work needs too. Tests pass their own `derive`
 * to count or hold the hashes.
 */
export function createPasswords(atOnce: number, derive: Derive = argon2id): Passwords {
  const turns = new ConcurrencyLimiter({ maxRunning: atOnce, maxQueued: MAX_QUEUED, perTurn: false, refusal: tooMany });
  /** The hash of a password that nobody has; made when it is first needed. */
  let nobody: Promise<string> | undefined;

  return {
    hash: (password) => turns.run(QUEUE, () => hash(derive, password)),
    verify: (stored, password) =>
      turns.run(QUEUE, async () => {
        if (stored !== undefined) return verify(derive, stored, password);
        nobody ??= hash(derive, randomBytes(SALT_BYTES).toString('base64'));
        await verify(derive, await nobody, password);
        return false;
      }),
  };
}
