import type { Migration } from './index.ts';

/** Finds the tickets that have tags, so that a tag can be counted, renamed and deleted. */
export const taggedTickets: Migration = {
  id: '030-tagged-tickets',
  // An entry of PostgreSQL has at most 2,704 bytes, and the tags of a ticket can be longer.
  statements: ({ hasWideIndexes }) => [
    `CREATE INDEX ticket_tagged ON ticket (project_id, ticket_id${hasWideIndexes ? ', tags' : ''})
      WHERE tags IS NOT NULL`,
  ],
};
