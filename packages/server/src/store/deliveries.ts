import type { NotificationChannel } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import { expiringRows, hasCome, insertRow, updateRows } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type DeliveryRow, deliveryTable } from './tables.ts';

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

const UNFINISHED = { only: { finished_at: null } };
/** Unless another attempt has begun. */
const OF_ATTEMPT = ['delivery_id', 'attempts'] as const;

const claim = statement<DeliveryRow & { until: number }>()((db, { delivery_id, attempts, due_at, until }) =>
  db
    .updateTable('delivery')
    .set({ attempts: sql`attempts + 1`, due_at: until })
    .where((row) => row.and({ delivery_id, attempts, due_at, finished_at: null })),
);

const finish = updateRows(deliveryTable, OF_ATTEMPT, ['finished_at'], UNFINISHED);
const retry = updateRows(deliveryTable, OF_ATTEMPT, ['due_at'], UNFINISHED);
const dropWaiting = updateRows(deliveryTable, ['owner_id', 'channel'], ['finished_at'], UNFINISHED);

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
  finish: async (attempt: Attempt, now: number) => (await db.run(finish, { ...attempt, finished_at: now })) > 0,
  /** False like `finish`. */
  retry: async (attempt: Attempt, dueAt: number) => (await db.run(retry, { ...attempt, due_at: dueAt })) > 0,
  dropWaiting: (ownerId: string, channel: NotificationChannel, now: number) =>
    db.run(dropWaiting, { owner_id: ownerId, channel, finished_at: now }),
  ...expiring(db),
});
