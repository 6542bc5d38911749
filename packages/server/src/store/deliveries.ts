import type { NotificationChannel } from '@player-support/contract/enums';
import type { Kysely } from 'kysely';
import type { Executor } from './database.ts';
import { expiringRows, hasCome, insertRow, updateRows } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type DeliveryRow, deliveryTable, type Tables } from './tables.ts';

const insert = insertRow(deliveryTable);

type Attempt = Pick<DeliveryRow, 'delivery_id' | 'attempts'>;
/** `latest`: see `hasCome`. */
type Due = { now: number; latest: number; limit: number; perTarget: number };

// Without a share for each target, a receiver that is down would hide others.
const due = statement<Due>()((db, { now, latest, limit, perTarget }) =>
  db
    .selectFrom(
      db
        .selectFrom('delivery')
        .select(deliveryTable.columns)
        .select(sql<number>`row_number() over (partition by target order by due_at)`.as('place'))
        .where('finished_at', 'is', null)
        .where(hasCome('due_at', { now, latest }))
        .as('waiting'),
    )
    .select(deliveryTable.columns)
    .where('place', '<=', perTarget)
    .orderBy('due_at')
    .limit(limit),
);

/** Changes a delivery, unless it is finished or another attempt has begun. */
const updateAttempt = (db: Kysely<Tables>, { delivery_id, attempts }: Attempt) =>
  db.updateTable('delivery').where((row) => row.and({ delivery_id, attempts, finished_at: null }));

const claim = statement<DeliveryRow & { until: number }>()((db, delivery) =>
  updateAttempt(db, delivery)
    .set({ attempts: sql`attempts + 1`, due_at: delivery.until })
    .where('due_at', '=', delivery.due_at),
);

const finish = statement<Attempt & { now: number }>()((db, attempt) =>
  updateAttempt(db, attempt).set({ finished_at: attempt.now }),
);

const retry = statement<Attempt & { dueAt: number }>()((db, attempt) =>
  updateAttempt(db, attempt).set({ due_at: attempt.dueAt }),
);

const dropWaiting = updateRows(deliveryTable, ['owner_id', 'channel'], ['finished_at'], {
  only: { finished_at: null },
});

const expiring = expiringRows(deliveryTable, 'finished_at', '<');

/** Messages to other services, until delivered or given up. */
export const deliveries = (db: Executor) => ({
  add: (row: DeliveryRow) => db.run(insert, row),
  /** The longest due of each target first. */
  due: (params: Due) => db.all(due, params),
  /**
   * Takes a delivery for one attempt. Until `until`, no other node sends it. False: another node
   * was faster.
   */
  claim: async (delivery: DeliveryRow, until: number) => (await db.run(claim, { ...delivery, until })) > 0,
  /** `attempts`: of the caller. False: another node has begun a later attempt. */
  finish: async (attempt: Attempt, now: number) => (await db.run(finish, { ...attempt, now })) > 0,
  /** False like `finish`. */
  retry: async (attempt: Attempt, dueAt: number) => (await db.run(retry, { ...attempt, dueAt })) > 0,
  dropWaiting: (ownerId: string, channel: NotificationChannel, now: number) =>
    db.run(dropWaiting, { owner_id: ownerId, channel, finished_at: now }),
  ...expiring(db),
});
