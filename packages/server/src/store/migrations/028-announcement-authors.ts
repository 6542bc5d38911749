import type { Migration } from './index.ts';

/**
 * Adds who wrote an announcement, so that one that has not begun is withheld when its author loses
 * access. See docs/decisions/055-announcements.md.
 */
export const announcementAuthors: Migration = {
  id: '028-announcement-authors',
  statements: ({ key }) => [
    `ALTER TABLE announcement ADD COLUMN author_id ${key}`,
    // Without it, each member who loses access would read the texts of all announcements.
    'CREATE INDEX announcement_by_author ON announcement (author_id, starts_at)',
  ],
};
