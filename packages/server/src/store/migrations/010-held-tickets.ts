import type { Migration } from './index.ts';

/**
 * Adds the storm mode of projects, and the table of held tickets. A held ticket has the status
 * `held`, so the indexes of the queue leave it out of every other view. See
 * docs/decisions/044-storms.md.
 */
export const heldTickets: Migration = {
  id: '010-held-tickets',
  statements: ({ key, storage }) => [
    `ALTER TABLE project ADD COLUMN storm_mode ${key}`,
    'ALTER TABLE project ADD COLUMN holding_since bigint',
    'ALTER TABLE project ADD COLUMN calm_since bigint',
    `CREATE TABLE ticket_peak (
      project_id ${key} NOT NULL REFERENCES project (project_id),
      day bigint NOT NULL,
      tickets integer NOT NULL,
      PRIMARY KEY (project_id, day)
    )`,
    `CREATE TABLE held_ticket (
      player_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      project_id ${key} NOT NULL,
      text_key ${key} NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (player_id, ticket_id),
      FOREIGN KEY (player_id, ticket_id) REFERENCES ticket (player_id, ticket_id)
    ) ${storage}`,
    `CREATE INDEX held_ticket_text ON held_ticket (project_id, text_key, ticket_id)`,
  ],
};
