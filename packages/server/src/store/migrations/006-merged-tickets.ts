import type { Migration } from './index.ts';

/**
 * Lets tickets of one player be merged. All columns are NULL in other tickets, so this changes no
 * row. See docs/decisions/040-merged-tickets.md.
 */
export const mergedTickets: Migration = {
  id: '006-merged-tickets',
  statements: ({ key }) => [
    `ALTER TABLE ticket ADD COLUMN merged_into ${key}`,
    'ALTER TABLE ticket ADD COLUMN merged_at bigint',
    'ALTER TABLE ticket ADD COLUMN before_merge text',
    'ALTER TABLE ticket ADD COLUMN merged_tickets text',
    'ALTER TABLE ticket ADD COLUMN merged_messages integer',
  ],
};
