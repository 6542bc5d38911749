import type { DeliveryError } from '@player-support/contract/enums';
import type { Kysely } from 'kysely';
import type { Executor } from './database.ts';
import { insertNewRow, selectRows } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type AuditStreamRow, auditStreamTable, type Tables } from './tables.ts';

const byName = selectRows(auditStreamTable, ['name']);
const insert = insertNewRow(auditStreamTable);

/** The batch of an attempt, and until when no other node sends. */
type Claim = { until: number; batchId: string; batchEnd: string };

// Of several nodes that saw the row, only the first still finds these values.
const claim = statement<AuditStreamRow & Claim>()(
  (db, { name, position, attempts, leased_until, until, batchId, batchEnd }) =>
    db
      .updateTable('audit_stream')
      .set({ attempts: sql`attempts + 1`, leased_until: until, batch_id: batchId, batch_end: batchEnd })
      .where((row) => row.and({ name, position, attempts, leased_until })),
);

/** An attempt to send the batch after `from`. Another node's later attempt has another number. */
export type Attempt = { name: string; from: string; batchId: string; attempts: number };

/** Changes the stream only if the batch has not been sent. */
const updateBatch = (db: Kysely<Tables>, { name, from: position, batchId: batch_id }: Attempt) =>
  db.updateTable('audit_stream').where((row) => row.and({ name, position, batch_id }));

/** Changes it only if no other node began a later attempt. */
const updateAfter = (db: Kysely<Tables>, attempt: Attempt) =>
  updateBatch(db, attempt).where('attempts', '=', attempt.attempts);

// Also after a later attempt has begun: the receiver has the batch.
const sent = statement<Attempt & { position: string; now: number }>()((db, success) =>
  updateBatch(db, success)
    .set({ position: success.position, last_sent_at: success.now, attempts: 0, due_at: 0, leased_until: 0 })
    .set({ batch_id: null, batch_end: null, failing_since: null, last_error: null }),
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

const returnTo = statement<Pick<AuditStreamRow, 'name' | 'position'> & { to: string }>()((db, { name, position, to }) =>
  db
    .updateTable('audit_stream')
    .set({ position: to, batch_id: null, batch_end: null })
    .where((row) => row.and({ name, position })),
);

const release = statement<Attempt>()((db, attempt) => updateAfter(db, attempt).set({ leased_until: 0 }));

export const auditStreams = (db: Executor) => ({
  byName: (name: string) => db.one(byName, { name }),
  add: (row: AuditStreamRow) => db.run(insert, row),
  /** Takes the stream for one attempt. False: another node was faster. */
  claim: async (stream: AuditStreamRow, batch: Claim) => (await db.run(claim, { ...stream, ...batch })) > 0,
  /** False: another attempt has moved the position. */
  sent: async (attempt: Attempt & { position: string; now: number }) => (await db.run(sent, attempt)) > 0,
  /** False: a later attempt has begun. */
  failed: async (failure: Failure) => (await db.run(failed, failure)) > 0,
  /** Sends again what comes after `to`, unless the position has moved. */
  returnTo: ({ name, position }: AuditStreamRow, to: string) => db.run(returnTo, { name, position, to }),
  /** Another node may send the same batch at once. */
  release: (attempt: Attempt) => db.run(release, attempt),
});
