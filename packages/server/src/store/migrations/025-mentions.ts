import type { Migration } from './index.ts';

/** Adds who was mentioned in which note. See docs/decisions/057-mentions.md. */
export const mentions: Migration = {
  id: '025-mentions',
  statements: ({ key }) => [
    `CREATE TABLE mention (
      member_id ${key} NOT NULL,
      message_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      project_id ${key} NOT NULL,
      subject text NOT NULL,
      excerpt text NOT NULL,
      author_id ${key} NOT NULL,
      author_name text NOT NULL,
      created_at bigint NOT NULL,
      read_at bigint,
      PRIMARY KEY (member_id, message_id)
    )`,
    'CREATE INDEX mention_unread ON mention (member_id, ticket_id) WHERE read_at IS NULL',
    'CREATE INDEX mention_created ON mention (created_at)',
  ],
};
