import type { Migration } from './index.ts';

/**
 * Adds the questions whether a known issue is fixed for a player, and subscriptions without a
 * ticket. Only linked tickets are in the new index of tickets. See
 * docs/decisions/053-fixed-for-you.md.
 */
export const fixedForYou: Migration = {
  id: '021-fixed-for-you',
  statements: ({ key, storage }) => [
    `CREATE TABLE fix_question (
      player_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      known_issue_id ${key} NOT NULL,
      message_id ${key} NOT NULL,
      build text NOT NULL,
      answer ${key},
      asked_at bigint NOT NULL,
      answered_at bigint,
      PRIMARY KEY (player_id, ticket_id, known_issue_id)
    ) ${storage}`,
    'CREATE INDEX fix_question_issue ON fix_question (known_issue_id, answer)',
    `CREATE TABLE subscription (
      player_id ${key} NOT NULL,
      known_issue_id ${key} NOT NULL,
      created_at bigint NOT NULL,
      told_at bigint,
      PRIMARY KEY (player_id, known_issue_id)
    ) ${storage}`,
    'CREATE INDEX subscription_issue ON subscription (known_issue_id)',
    'CREATE INDEX subscription_to_tell ON subscription (known_issue_id, player_id) WHERE told_at IS NULL',
    'CREATE INDEX ticket_to_ask ON ticket (known_issue_id, ticket_id) WHERE known_issue_id IS NOT NULL',
    `CREATE INDEX known_issue_fixed ON known_issue (known_issue_id)
      WHERE state = 'fixed' AND fixed_in_build IS NOT NULL`,
  ],
};
