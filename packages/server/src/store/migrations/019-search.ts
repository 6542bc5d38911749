import type { Migration } from './index.ts';

/**
 * Adds the index of the search. A job fills it, so the migration reads no ticket. See
 * docs/decisions/050-search.md.
 */
export const search: Migration = {
  id: '019-search',
  statements: ({ key, searchTaskId, searchSchema }) => [
    `CREATE TABLE search_task (
      task_id ${searchTaskId},
      player_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      seq integer NOT NULL
    )`,
    `CREATE TABLE search_entry (
      player_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      seq integer NOT NULL,
      doc_id bigint NOT NULL,
      PRIMARY KEY (player_id, ticket_id, seq)
    )`,
    `CREATE TABLE search_state (
      name ${key} NOT NULL PRIMARY KEY,
      player_id ${key},
      ticket_id ${key},
      oldest bigint
    )`,
    `INSERT INTO search_state (name, player_id, ticket_id) VALUES ('index', '', '')`,
    ...searchSchema,
  ],
};
