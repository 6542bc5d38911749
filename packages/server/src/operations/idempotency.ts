import { hash } from 'node:crypto';
import type { Config } from '../config.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { DAY } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import { type JsonText, jsonText } from './json-text.ts';
import type { Call } from './operation.ts';

interface IdempotentWork<Response> {
  readonly tx: Transaction;
  readonly call: Pick<Call, 'body' | 'idempotencyKey' | 'now'>;
  readonly config: Pick<Config, 'idempotencyDays'>;
  /** The player whose data `work` writes. */
  readonly playerId: string;
  /** The path of the request. The same key on another path is another key. */
  readonly path: string;
  /** The response to a first request. */
  readonly response: Response;
  readonly work: () => Promise<void>;
}

interface IdempotentResult<Response> {
  /** The response to the first request with this key, byte for byte. */
  readonly text: JsonText<Response>;
  /** Whether this request repeats an earlier one. Then `work` was not done. */
  readonly repeated: boolean;
}

/**
 * Does `work` in its transaction, at most once per player, path and Idempotency-Key. Without a key,
 * `work` is always done.
 *
 * @throws AppError `idempotency-conflict` if the first request with this key had another body
 */
export async function runIdempotently<Response>({
  tx,
  call: { body, idempotencyKey, now },
  config,
  playerId,
  path,
  response,
  work,
}: IdempotentWork<Response>): Promise<IdempotentResult<Response>> {
  const text = jsonText(response);
  if (idempotencyKey !== undefined) {
    const body_hash = bodyHash(body);
    // Stored before the work, so that a second request at the same time waits for the first.
    const first = await tx.idempotency.claim(
      { player_id: playerId, path, idempotency_key: idempotencyKey, body_hash, answer: text, created_at: now },
      now - config.idempotencyDays * DAY,
    );
    if (first !== undefined) {
      if (first.body_hash !== body_hash) throw new AppError('idempotency-conflict');
      // Only this function stores responses, and each path has one type of response.
      return { text: first.answer as JsonText<Response>, repeated: true };
    }
  }
  await work();
  return { text, repeated: false };
}

/** Bodies are compared as JSON values: key order and white space do not matter. */
function bodyHash(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'base64url');
}
