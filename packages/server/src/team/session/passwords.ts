import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';

/** Argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, twice, one lane. Raised here, older hashes stay good. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Passwords that may wait for their turn; a hash takes some 30 ms of a core. */
const QUEUE = 50;
/** Seconds. */
const AGAIN = '5';

/** The PHC string format. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Computes Argon2id in a thread of the pool. */
type Derive = (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
export const argon2id = promisify(argon2) as Derive;

/** What is hashed: however a keyboard composes an accent, it is the same password (NIST SP 800-63B, 3.1.1.2). */
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
  /** What is stored of a password. @throws AppError `unavailable` if too many wait */
  hash(password: string): Promise<string>;
  /** Whether it is that password. Takes as long, and is false, where nothing is stored. @throws AppError `unavailable` if too many wait */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/**
 * Hashes so many passwords at once and lets a bounded number wait: each takes a thread of the pool, which others need
 * too, a core and 19 MiB. Tests pass their own `derive` to count or hold the hashes.
 */
export function createPasswords(atOnce: number, derive: Derive = argon2id): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Of nobody's password; made when it is first needed. */
  let nobody: Promise<string> | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (waiting.length >= QUEUE) {
      throw new AppError('unavailable', {
        detail: 'Too many are signing in at this moment. Try again.',
        headers: { 'retry-after': AGAIN },
      });
    } else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    hash: (password) => inTurn(() => hash(derive, password)),
    verify: (stored, password) =>
      inTurn(async () => {
        if (stored !== undefined) return verify(derive, stored, password);
        nobody ??= hash(derive, randomBytes(SALT_BYTES).toString('base64'));
        await verify(derive, await nobody, password);
        return false;
      }),
  };
}
