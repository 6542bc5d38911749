import type { Migration } from './index.ts';

/**
 * Adds texts for other languages to announcements, their audience, and who got and read them. An
 * announcement with an audience begins at `begins_at`. Its `starts_at` never comes, so that nodes
 * of the last release do not show it to everybody. See docs/decisions/055-announcements.md.
 */
export const announcementAudiences: Migration = {
  id: '023-announcement-audiences',
  statements: ({ key }) => [
    'ALTER TABLE announcement ADD COLUMN texts text',
    'ALTER TABLE announcement ADD COLUMN audience text',
    'ALTER TABLE announcement ADD COLUMN begins_at bigint',
    `ALTER TABLE announcement ADD COLUMN time_zone ${key}`,
    'ALTER TABLE announcement ADD COLUMN retracted_at bigint',
    'ALTER TABLE announcement ADD COLUMN reached text',
    // A poll looks for the known issues of its player. Only linked tickets are in it.
    `CREATE INDEX ticket_linked ON ticket (player_id, known_issue_id, known_issue_at)
      WHERE known_issue_id IS NOT NULL`,
    'CREATE INDEX announcement_receipt_read ON announcement_receipt (announcement_id, player_id)',
  ],
};
