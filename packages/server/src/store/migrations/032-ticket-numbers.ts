import type { Migration } from './index.ts';

/** Short numbers of tickets. A job numbers those that exist, and those of nodes of 0.2.0. */
export const ticketNumbers: Migration = {
  id: '032-ticket-numbers',
  statements: ({ key }) => [
    `CREATE TABLE ticket_counter (
      project_id ${key} NOT NULL PRIMARY KEY,
      last_number integer NOT NULL
    )`,
    'ALTER TABLE ticket ADD COLUMN number integer',
    'CREATE INDEX ticket_by_number ON ticket (project_id, number) WHERE number IS NOT NULL',
    'CREATE INDEX ticket_unnumbered ON ticket (created_at) WHERE number IS NULL',
  ],
};
