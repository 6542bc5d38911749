import type { Migration } from './index.ts';

/**
 * Adds the Idempotency-Key and the hash of the body of the request that created an announcement.
 * See docs/decisions/055-announcements.md.
 */
export const announcementKeys: Migration = {
  id: '027-announcement-keys',
  statements: ({ key }) => [
    `ALTER TABLE announcement ADD COLUMN request_key ${key}`,
    'ALTER TABLE announcement ADD COLUMN body_hash text',
    `CREATE UNIQUE INDEX announcement_by_key ON announcement (request_key)
      WHERE request_key IS NOT NULL`,
  ],
};
