import type { Executor } from './database.ts';
import { expiringRows } from './plain-statements.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type IdempotencyReceiptRow, idempotencyReceiptTable } from './tables.ts';

/** The receipt of a request with an Idempotency-Key. It replaces a receipt older than `oldest`. */
export type Receipt = Omit<IdempotencyReceiptRow, 'player_id'> & { readonly oldest: number };

// Replaces a receipt that is too old: the job that deletes it may not have run yet.
const claim = statement<IdempotencyReceiptRow & { oldest: number }>()((db, row) =>
  db
    .insertInto('idempotency_receipt')
    .values(rowValues(idempotencyReceiptTable, row))
    .onConflict((conflict) =>
      conflict
        .columns(['player_id', 'path', 'idempotency_key'])
        .doUpdateSet({ body_hash: row.body_hash, answer: row.answer, created_at: row.created_at })
        .where('idempotency_receipt.created_at', '<', row.oldest),
    ),
);

const find = statement<Pick<IdempotencyReceiptRow, 'player_id' | 'path' | 'idempotency_key'>>()((db, row) =>
  db
    .selectFrom('idempotency_receipt')
    .select(['body_hash', 'answer'])
    .where('player_id', '=', row.player_id)
    .where('path', '=', row.path)
    .where('idempotency_key', '=', row.idempotency_key),
);

const expiring = expiringRows(idempotencyReceiptTable, 'created_at', '<');

export const idempotency = (db: Executor) => ({
  /**
   * Stores the response to a request, in its transaction and before its work. Returns undefined for
   * the first request with this key, else the body hash and the response of the first one. A second
   * request at the same time waits for the first.
   */
  async claim(receipt: Receipt & Pick<IdempotencyReceiptRow, 'player_id'>) {
    if ((await db.run(claim, receipt)) > 0) return undefined;
    const { player_id, path, idempotency_key } = receipt;
    return db.one(find, { player_id, path, idempotency_key });
  },
  ...expiring(db),
});
