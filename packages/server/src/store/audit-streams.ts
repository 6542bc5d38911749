import type { DeliveryError } from '@player-support/contract/enums';
import type { Kysely } from 'kysely';
import type { Executor } from './database.ts';
import { insertNewRow, selectRows } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type AuditStreamRow, auditStreamTable, type Tables } from './tables.ts';

const byName = selectRows(auditStreamTable, ['name']);
const insert = insertNewRow(auditStreamTable);

type Claim = {
  name: string;
  position: string;
  attempts: number;
  leasedUntil: number;
  until: number;
  batchId: string;
  batchEnd: string;
};

// Of several nodes that saw the row, only the first still finds these values.
const claim = statement<Claim>()((db, { name, position, attempts, leasedUntil, until, batchId, batchEnd }) =>
  db
    .updateTable('audit_stream')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      leased_until: until,
      batch_id: batchId,
      batch_end: batchEnd,
    }))
    .where('name', '=', name)
    .where('position', '=', position)
    .where('attempts', '=', attempts)
    .where('leased_until', '=', leasedUntil),
);

/** An attempt to send the batch after `from`. Another node's later attempt has another number. */
export type Attempt = { name: string; from: string; batchId: string; attempts: number };

/** Changes the stream only if the batch has not been sent. */
const updateBatch = (db: Kysely<Tables>, { name, from, batchId }: Attempt) =>
  db.updateTable('audit_stream').where('name', '=', name).where('position', '=', from).where('batch_id', '=', batchId);

/** Changes it only if no other node began a later attempt. */
const updateAfter = (db: Kysely<Tables>, attempt: Attempt) =>
  updateBatch(db, attempt).where('attempts', '=', attempt.attempts);

// Also after a later attempt has begun: the receiver has the batch.
const sent = statement<Attempt & { position: string; now: number }>()((db, success) =>
  updateBatch(db, success).set({
    position: success.position,
    batch_id: null,
    batch_end: null,
    attempts: 0,
    due_at: 0,
    leased_until: 0,
    last_sent_at: success.now,
    failing_since: null,
    last_error: null,
  }),
);

type Failure = Attempt & { error: DeliveryError; now: number; dueAt: number };

const failed = statement<Failure>()((db, failure) =>
  updateAfter(db, failure).set({
    leased_until: 0,
    due_at: failure.dueAt,
    failing_since: sql`COALESCE(failing_since, ${failure.now})`,
    last_error: failure.error,
  }),
);

const release = statement<Attempt>()((db, attempt) => updateAfter(db, attempt).set({ leased_until: 0 }));

export const auditStreams = (db: Executor) => ({
  byName: (name: string) => db.one(byName, { name }),
  add: (row: AuditStreamRow) => db.run(insert, row),
  /**
   * Takes the stream for one attempt. Until `until`, no other node sends. False: another node was
   * faster.
   */
  claim: async (
    { name, position, attempts, leased_until: leasedUntil }: AuditStreamRow,
    batch: Pick<Claim, 'until' | 'batchId' | 'batchEnd'>,
  ) => {
    const { until, batchId, batchEnd } = batch;
    return (await db.run(claim, { name, position, attempts, leasedUntil, until, batchId, batchEnd })) > 0;
  },
  /** Moves the position. False: another attempt has moved it. */
  sent: async (attempt: Attempt & { position: string; now: number }) => (await db.run(sent, attempt)) > 0,
  /** Sets when a node may try again. False: a later attempt has begun. */
  failed: async (failure: Failure) => (await db.run(failed, failure)) > 0,
  /** Another node may send the same batch at once. */
  release: (attempt: Attempt) => db.run(release, attempt),
});
