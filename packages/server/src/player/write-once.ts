import { hash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';
import { DAY } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Call } from '../http/operation.ts';
import type { Service } from '../http/service.ts';
import type { Transaction } from '../store/store.ts';

/** A body is compared as parsed JSON: the order of its keys and its white space do not count. */
function bodyHash(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'base64url');
}

/**
 * Does a player's write in one transaction, at most once per Idempotency-Key and path, and gives the answer as JSON: that of
 * the first request with this key, byte for byte, if there was one. The answer is stored before the write is done, in
 * its transaction, so that of two requests at once one waits for the other.
 *
 * @throws AppError `idempotency-conflict` if the key came with another body
 */
export async function writeOnce(
  { caller, body, idempotencyKey, now }: Call<'player'>,
  { store, config }: Service,
  path: string,
  answer: object,
  work: (tx: Transaction) => Promise<void>,
): Promise<string> {
  const text = JSON.stringify(answer);
  return store.transaction(async (tx) => {
    if (idempotencyKey !== undefined) {
      const body_hash = bodyHash(body);
      const player_id = caller.session.player_id;
      const first = await tx.idempotency.claim(
        { player_id, path, idempotency_key: idempotencyKey, body_hash, answer: text, created_at: now },
        now - config.idempotencyDays * DAY,
      );
      if (first !== undefined) {
        if (first.body_hash !== body_hash) throw new AppError('idempotency-conflict');
        return first.answer;
      }
    }
    await work(tx);
    return text;
  });
}
