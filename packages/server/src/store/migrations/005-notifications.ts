import type { Migration } from './index.ts';

/** Adds what members want to be told, and the outbox of deliveries. */
export const notifications: Migration = {
  id: '005-notifications',
  statements: ({ key }) => [
    `CREATE TABLE notification_setting (
      member_id ${key} NOT NULL PRIMARY KEY REFERENCES member (member_id),
      language ${key},
      time_zone text,
      quiet_from integer,
      quiet_to integer,
      waiting_minutes integer NOT NULL,
      digest_at integer
    )`,
    `CREATE TABLE notification_channel (
      member_id ${key} NOT NULL REFERENCES member (member_id),
      channel ${key} NOT NULL,
      format ${key},
      address text,
      secret text,
      choices text NOT NULL,
      told_until bigint NOT NULL,
      not_before bigint NOT NULL,
      stopped_at bigint,
      last_sent_at bigint,
      last_error_at bigint,
      last_error text,
      PRIMARY KEY (member_id, channel)
    )`,
    `CREATE TABLE delivery (
      delivery_id ${key} NOT NULL PRIMARY KEY,
      owner_id ${key} NOT NULL,
      channel ${key} NOT NULL,
      target text NOT NULL,
      payload text NOT NULL,
      attempts integer NOT NULL,
      created_at bigint NOT NULL,
      due_at bigint NOT NULL,
      finished_at bigint
    )`,
    `CREATE INDEX delivery_due ON delivery (due_at) WHERE finished_at IS NULL`,
    `CREATE INDEX delivery_of_owner ON delivery (owner_id, channel) WHERE finished_at IS NULL`,
    `CREATE INDEX delivery_finished ON delivery (finished_at) WHERE finished_at IS NOT NULL`,
  ],
};
