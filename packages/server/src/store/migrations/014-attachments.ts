import type { Migration } from './index.ts';

/**
 * Adds the files of messages, and how much each project got on a day. An attachment refers to no
 * other row: it stays until the job has deleted its file. See docs/decisions/048-attachments.md.
 */
export const attachments: Migration = {
  id: '014-attachments',
  statements: ({ key, storage }) => [
    `CREATE TABLE attachment (
      player_id ${key} NOT NULL,
      attachment_id ${key} NOT NULL,
      project_id ${key} NOT NULL,
      state ${key} NOT NULL,
      name text NOT NULL,
      content_type text NOT NULL,
      size bigint NOT NULL,
      uploaded_by ${key},
      ticket_id ${key},
      message_id ${key},
      scan ${key} NOT NULL,
      scan_at bigint,
      created_at bigint NOT NULL,
      expires_at bigint,
      PRIMARY KEY (player_id, attachment_id)
    ) ${storage}`,
    'CREATE INDEX attachment_ticket ON attachment (player_id, ticket_id) WHERE ticket_id IS NOT NULL',
    'CREATE INDEX attachment_expiry ON attachment (expires_at) WHERE expires_at IS NOT NULL',
    'CREATE INDEX attachment_scan ON attachment (scan_at) WHERE scan_at IS NOT NULL',
    `CREATE TABLE attachment_usage (
      project_id ${key} NOT NULL REFERENCES project (project_id),
      day bigint NOT NULL,
      bytes bigint NOT NULL,
      PRIMARY KEY (project_id, day)
    )`,
  ],
};
