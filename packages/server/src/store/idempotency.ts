import type { Executor } from './database.ts';
import { expiringRows } from './plain-statements.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type IdempotencyReceiptRow, idempotencyReceiptTable } from './tables.ts';

/** It replaces a receipt older than `oldest`. */
export type Receipt = Omit<IdempotencyReceiptRow, 'player_id'> & { readonly oldest: number };

// The job may not have deleted an expired receipt yet.
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

const find = statement<Pick<IdempotencyReceiptRow, 'player_id' | 'path' | 'idempotency_key'>>()(
  (db, { player_id, path, idempotency_key }) =>
    db
      .selectFrom('idempotency_receipt')
      .select(['body_hash', 'answer'])
      .where((row) => row.and({ player_id, path, idempotency_key })),
);

const expiring = expiringRows(idempotencyReceiptTable, 'created_at', '<');

export const idempotency = (db: Executor) => ({
  /**
   * Stores the response before the work, in its transaction. Undefined: the first request with this
   * key. Otherwise the first one's body hash and response. A second request meanwhile waits.
   */
  claim: async (receipt: Receipt & Pick<IdempotencyReceiptRow, 'player_id'>) =>
    (await db.run(claim, receipt)) > 0 ? undefined : db.one(find, receipt),
  ...expiring(db),
});
