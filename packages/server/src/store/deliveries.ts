import type { NotificationChannel } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import { expiringRows, insertRow } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type DeliveryRow, deliveryTable } from './tables.ts';

const insert = insertRow(deliveryTable);

type Due = {
  readonly now: number;
  readonly limit: number;
  readonly perTarget: number;
};

// Without a share for each target, a receiver that is down would hide others.
const due = statement<Due>()((db, { now, limit, perTarget }) =>
  db
    .selectFrom(
      db
        .selectFrom('delivery')
        .select(deliveryTable.columns)
        .select(sql<number>`row_number() over (partition by target order by due_at)`.as('place'))
        .where('finished_at', 'is', null)
        .where('due_at', '<=', now)
        .as('waiting'),
    )
    .select(deliveryTable.columns)
    .where('place', '<=', perTarget)
    .orderBy('due_at')
    .limit(limit),
);

const claim = statement<{ id: string; attempts: number; dueAt: number; until: number }>()(
  (db, { id, attempts, dueAt, until }) =>
    db
      .updateTable('delivery')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: until }))
      .where('delivery_id', '=', id)
      .where('attempts', '=', attempts)
      .where('due_at', '=', dueAt)
      .where('finished_at', 'is', null),
);

const finish = statement<{ id: string; attempts: number; now: number }>()((db, { id, attempts, now }) =>
  db
    .updateTable('delivery')
    .set({ finished_at: now })
    .where('delivery_id', '=', id)
    .where('attempts', '=', attempts)
    .where('finished_at', 'is', null),
);

const retry = statement<{ id: string; attempts: number; dueAt: number }>()((db, { id, attempts, dueAt }) =>
  db
    .updateTable('delivery')
    .set({ due_at: dueAt })
    .where('delivery_id', '=', id)
    .where('attempts', '=', attempts)
    .where('finished_at', 'is', null),
);

const dropWaiting = statement<{ ownerId: string; channel: NotificationChannel; now: number }>()(
  (db, { ownerId, channel, now }) =>
    db
      .updateTable('delivery')
      .set({ finished_at: now })
      .where('owner_id', '=', ownerId)
      .where('channel', '=', channel)
      .where('finished_at', 'is', null),
);

const expiring = expiringRows(deliveryTable, 'finished_at', '<');

/** Messages to other services, until delivered or given up. */
export const deliveries = (db: Executor) => ({
  add: (row: DeliveryRow) => db.run(insert, row),
  /** Reads deliveries that may be sent now, the longest due of each target first. */
  due: (params: Due) => db.all(due, params),
  /**
   * Takes a delivery for one attempt. Until `until`, no other node sends it. False: another node
   * was faster.
   */
  claim: async ({ delivery_id: id, attempts, due_at: dueAt }: DeliveryRow, until: number) =>
    (await db.run(claim, { id, attempts, dueAt, until })) > 0,
  /** `attempts`: of the caller. False: another node has begun a later attempt. */
  finish: async (id: string, attempts: number, now: number) => (await db.run(finish, { id, attempts, now })) > 0,
  /** Sets the next attempt. False like `finish`. */
  retry: async (id: string, attempts: number, dueAt: number) => (await db.run(retry, { id, attempts, dueAt })) > 0,
  dropWaiting: (ownerId: string, channel: NotificationChannel, now: number) =>
    db.run(dropWaiting, { ownerId, channel, now }),
  ...expiring(db),
});
