import type { Migration } from './index.ts';

/**
 * Adds known issues, the links of tickets to them, and the answers to all tickets of one. Only
 * linked tickets are in the new index. See docs/decisions/051-known-issues.md.
 */
export const knownIssues: Migration = {
  id: '018-known-issues',
  statements: ({ key, storage }) => [
    `CREATE TABLE known_issue (
      known_issue_id ${key} NOT NULL PRIMARY KEY,
      project_id ${key} NOT NULL REFERENCES project (project_id),
      title text NOT NULL,
      description text NOT NULL,
      notes text NOT NULL,
      builds text NOT NULL,
      platforms text NOT NULL,
      state ${key} NOT NULL,
      fixed_in_build text,
      links text NOT NULL,
      created_by ${key} NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL
    )`,
    'CREATE INDEX known_issue_project ON known_issue (project_id, known_issue_id)',
    `CREATE TABLE known_issue_answer (
      answer_id ${key} NOT NULL PRIMARY KEY,
      known_issue_id ${key} NOT NULL REFERENCES known_issue (known_issue_id),
      project_id ${key} NOT NULL,
      message text NOT NULL,
      status ${key} NOT NULL,
      state ${key} NOT NULL,
      send_at bigint NOT NULL,
      tickets integer NOT NULL,
      sent integer NOT NULL,
      skipped text NOT NULL,
      sent_until ${key} NOT NULL,
      author_id ${key} NOT NULL,
      author_name text NOT NULL,
      idempotency_key ${key},
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX known_issue_answer_issue ON known_issue_answer (known_issue_id, answer_id)',
    `CREATE INDEX known_issue_answer_open ON known_issue_answer (send_at) WHERE state IN ('waiting', 'sending')`,
    `CREATE TABLE answered_ticket (
      player_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      answer_id ${key} NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (player_id, ticket_id, answer_id)
    ) ${storage}`,
    `ALTER TABLE ticket ADD COLUMN known_issue_id ${key}`,
    'ALTER TABLE ticket ADD COLUMN known_issue_at bigint',
    `CREATE INDEX ticket_known_issue ON ticket (known_issue_id, status, created_at, ticket_id)
      WHERE known_issue_id IS NOT NULL`,
  ],
};
