import { hash } from 'node:crypto';
import type { Config } from '../config.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { DAY } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import type { Call } from './operation.ts';

/** A body is compared as parsed JSON: the order of its keys and its white space do not count. */
function bodyHash(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'base64url');
}

/**
 * Does a write in its transaction, at most once per player, path and Idempotency-Key, and gives the answer as JSON: that
 * of the first request with this key, byte for byte, if there was one. The answer is stored before the write is done,
 * so that of two requests at once one waits for the other.
 *
 * @throws AppError `idempotency-conflict` if the key came with another body
 */
export async function once(
  tx: Transaction,
  { body, idempotencyKey, now }: Pick<Call, 'body' | 'idempotencyKey' | 'now'>,
  { idempotencyDays }: Pick<Config, 'idempotencyDays'>,
  { playerId, path }: { readonly playerId: string; readonly path: string },
  answer: object,
  work: () => Promise<void>,
): Promise<string> {
  const text = JSON.stringify(answer);
  if (idempotencyKey !== undefined) {
    const body_hash = bodyHash(body);
    const first = await tx.idempotency.claim(
      { player_id: playerId, path, idempotency_key: idempotencyKey, body_hash, answer: text, created_at: now },
      now - idempotencyDays * DAY,
    );
    if (first !== undefined) {
      if (first.body_hash !== body_hash) throw new AppError('idempotency-conflict');
      return first.answer;
    }
  }
  await work();
  return text;
}
