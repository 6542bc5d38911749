import { hash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { DAY } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Receipt } from '../store/idempotency.ts';
import type { Transaction } from '../store/store.ts';
import { type JsonText, jsonText } from './json-text.ts';
import type { Call } from './operation.ts';

export interface IdempotentRequest<Response> {
  readonly call: Pick<Call, 'sentBody' | 'idempotencyKey' | 'now'>;
  readonly config: Pick<Config, 'idempotencyDays'>;
  /** The player who keeps the receipt. Not another one after a ticket moves. */
  readonly keeper: string;
  /** Of the request. The same key on another path is another key. */
  readonly path: string;
  /** To a first request. */
  readonly response: Response;
}

/**
 * Does `work` in its transaction, at most once per keeper, path and Idempotency-Key; always without
 * a key. `text`: byte for byte as for the first request. `repeated`: nothing was written.
 *
 * @throws AppError `idempotency-conflict` if the first request with this key had another body
 */
export async function runIdempotently<Response>(
  request: IdempotentRequest<Response>,
  { tx, work }: { readonly tx: Transaction; readonly work: () => Promise<void> },
) {
  const text = jsonText(request.response);
  // First, so that a simultaneous second request waits.
  const first = await responseToFirst(request, tx, text);
  // The cast: each path has one type of response.
  if (first !== undefined) return { text: first as JsonText<Response>, repeated: true };
  await work();
  return { text, repeated: false };
}

/**
 * Whether an earlier request had the same keeper, path, Idempotency-Key and body, for responses
 * that are read again. Without a key: never.
 *
 * @throws AppError `idempotency-conflict` if the first request with this key had another body
 */
export async function isRepeated(
  request: Omit<IdempotentRequest<unknown>, 'response'>,
  tx: Pick<Transaction, 'idempotency'>,
): Promise<boolean> {
  return (await responseToFirst(request, tx, '')) !== undefined;
}

/** Undefined: this is the first request, or it has no key. */
async function responseToFirst(
  request: Omit<IdempotentRequest<unknown>, 'response'>,
  tx: Pick<Transaction, 'idempotency'>,
  response: string,
): Promise<string | undefined> {
  const receipt = receiptOf(request, response);
  const first = receipt && (await tx.idempotency.claim({ player_id: request.keeper, ...receipt }));
  if (first !== undefined && first.body_hash !== receipt?.body_hash) throw new AppError('idempotency-conflict');
  return first?.answer;
}

/** Undefined without an Idempotency-Key. */
export function receiptOf(
  { call: { sentBody, idempotencyKey, now }, config, path }: Omit<IdempotentRequest<unknown>, 'response'>,
  answer: string,
): Receipt | undefined {
  if (idempotencyKey === undefined) return undefined;
  const oldest = now - config.idempotencyDays * DAY;
  return { path, idempotency_key: idempotencyKey, body_hash: bodyHash(sentBody), answer, created_at: now, oldest };
}

/** JSON values are compared: key order and white space do not matter. */
export function bodyHash(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'base64url');
}

/**
 * Sorts the keys, so equal values have equal texts. No recursion: 64 KiB can be nested deeper than
 * the call stack.
 */
function canonicalJson(value: unknown): string {
  let text = '';
  const rest: ({ readonly value: unknown } | string)[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.value !== 'object' || next.value === null) text += JSON.stringify(next.value) ?? '';
    else if (Array.isArray(next.value)) {
      text += '[';
      rest.push(']');
      for (const item of next.value.toReversed()) rest.push(',', { value: item });
    } else {
      text += '{';
      const entries = Object.entries(next.value).sort(([one], [other]) => (one < other ? 1 : -1));
      rest.push('}');
      for (const [key, item] of entries) rest.push(',', { value: item }, `${JSON.stringify(key)}:`);
    }
  }
  return text;
}
