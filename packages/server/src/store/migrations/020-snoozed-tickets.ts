import type { Migration } from './index.ts';

/**
 * Adds what a snoozed ticket waits for. Such a ticket has the status `snoozed`, so the indexes of
 * the queue leave it out of every other view. See docs/decisions/052-snooze.md.
 */
export const snoozedTickets: Migration = {
  id: '020-snoozed-tickets',
  statements: ({ key }) => [
    'ALTER TABLE ticket ADD COLUMN snooze_until bigint',
    `ALTER TABLE ticket ADD COLUMN snooze_build ${key}`,
    'ALTER TABLE ticket ADD COLUMN waited_since bigint',
    `CREATE INDEX ticket_asleep ON ticket (snooze_until)
      WHERE status = 'snoozed' AND snooze_until IS NOT NULL`,
    `CREATE INDEX ticket_awaiting_build ON ticket (ticket_id)
      WHERE status = 'snoozed' AND snooze_build IS NOT NULL`,
  ],
};
