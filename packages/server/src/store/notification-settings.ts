import type { NotificationChannel } from '@player-support/contract/enums';
import type { SqlBool } from 'kysely';
import type { Executor } from './database.ts';
import { hasCome, saveRow, selectRows, updateRows } from './plain-statements.ts';
import type { RowSecrets } from './secrets/row-secrets.ts';
import { sql, statement } from './statement.ts';
import {
  type NotificationChannelRow,
  type NotificationSettingRow,
  notificationChannelTable,
  notificationSettingTable,
} from './tables.ts';

const ofMember = selectRows(notificationSettingTable, ['member_id']);

/** A delivery of the channel is not finished. */
const waits = sql<SqlBool>`EXISTS (SELECT 1 FROM delivery WHERE delivery.owner_id = notification_channel.member_id
  AND delivery.channel = notification_channel.channel AND delivery.finished_at IS NULL)`;

const channelsOf = statement<{ memberId: string }>()((db, { memberId }) =>
  db
    .selectFrom('notification_channel')
    .select(notificationChannelTable.columns)
    .select(waits.as('waits'))
    .where('member_id', '=', memberId),
);

const save = saveRow(notificationSettingTable);

const replaceChannel = saveRow(notificationChannelTable);

// Writes no position: the job moves it without a lock.
const saveChoices = saveRow(notificationChannelTable, ['choices']);

type Key = Pick<NotificationChannelRow, 'member_id' | 'channel'>;

const removeChannel = statement<Key>()((db, { member_id, channel }) =>
  db
    .deleteFrom('notification_channel')
    .where((row) => row.and({ member_id, channel }))
    .returning(['member_id', 'channel', 'address']),
);

const webhooks = statement<Record<never, never>>()((db) =>
  db.selectFrom('notification_channel').select(['member_id', 'channel', 'address']).where('channel', '=', 'webhook'),
);

// Teams are small, so this reads all channels.
const active = statement<{ now: number; latest: number }>()((db, times) =>
  db
    .selectFrom('notification_channel')
    .innerJoin('notification_setting', 'notification_setting.member_id', 'notification_channel.member_id')
    .innerJoin('member', 'member.member_id', 'notification_channel.member_id')
    .select(notificationSettingTable.columns.map((column) => `notification_setting.${column}` as const))
    .select([
      'notification_channel.channel',
      'notification_channel.address',
      'notification_channel.choices',
      'notification_channel.told_until',
      'member.project_ids',
      'member.role',
      'member.disabled_at',
    ])
    .where('notification_channel.stopped_at', 'is', null)
    .where(hasCome('notification_channel.not_before', times))
    .where(sql<boolean>`NOT ${waits}`),
);

type Told = Key & Pick<NotificationChannelRow, 'told_until' | 'not_before'> & { readonly to: number };

const told = statement<Told>()((db, { member_id, channel, told_until, to, not_before }) =>
  db
    .updateTable('notification_channel')
    .set({ told_until: to, not_before })
    .where((row) => row.and({ member_id, channel, told_until })),
);

const KEY = ['member_id', 'channel'] as const;
const FAILURE = ['last_error_at', 'last_error', 'stopped_at'] as const;

const sent = updateRows(notificationChannelTable, KEY, ['last_sent_at', 'last_error_at', 'last_error']);
const failed = updateRows(notificationChannelTable, KEY, FAILURE);

export function notificationSettings(db: Executor, secrets: RowSecrets) {
  const sealed = (row: NotificationChannelRow) => secrets.seal(notificationChannelTable, row);
  const opened = <Row extends object>(row: Row) => secrets.open(notificationChannelTable, row);
  return {
    ofMember: (memberId: string) => db.one(ofMember, { member_id: memberId }),
    channelsOf: async (memberId: string) => (await db.all(channelsOf, { memberId })).map(opened),
    save: (row: NotificationSettingRow) => db.run(save, row),
    replaceChannel: async (row: NotificationChannelRow) => db.run(replaceChannel, sealed(row)),
    saveChoices: async (row: NotificationChannelRow) => db.run(saveChoices, sealed(row)),
    /** Returns the removed channel. Undefined: the member had no such channel. */
    removeChannel: async (memberId: string, channel: NotificationChannel) => {
      const row = await db.one(removeChannel, { member_id: memberId, channel });
      return row && opened(row);
    },
    webhooks: async () => (await db.all(webhooks, {})).map(opened),
    /** No other delivery of them waits. `latest`: see `hasCome`. */
    active: async (times: { now: number; latest: number }) => (await db.all(active, times)).map(opened),
    /** The member was told of everything up to `to`. False: another node was faster. */
    told: async (channel: Told) => (await db.run(told, channel)) > 0,
    sent: (key: Key, now: number) => db.run(sent, { ...key, last_sent_at: now, last_error_at: null, last_error: null }),
    failed: (channel: Key & Pick<NotificationChannelRow, (typeof FAILURE)[number]>) => db.run(failed, channel),
  };
}

export type ActiveChannel = Awaited<ReturnType<ReturnType<typeof notificationSettings>['active']>>[number];
export type ChannelAndState = Awaited<ReturnType<ReturnType<typeof notificationSettings>['channelsOf']>>[number];
