import type { Migration } from './index.ts';

/**
 * Adds texts by language to answers, when each begins, and which tickets an answer left out and
 * why. Nodes of the last release do not know these texts: `send_at` of a new answer is far away, so
 * that they do not send it. See docs/decisions/062-answer-languages.md.
 */
export const answerLanguages: Migration = {
  id: '029-answer-languages',
  statements: ({ key }) => [
    'ALTER TABLE known_issue_answer ADD COLUMN texts text',
    'ALTER TABLE known_issue_answer ADD COLUMN begins_at bigint',
    `ALTER TABLE answered_ticket ADD COLUMN skipped ${key}`,
    // Only tickets without the answer are in it, so the others cost no write.
    `CREATE INDEX answered_ticket_skipped ON answered_ticket (answer_id, ticket_id)
      WHERE skipped IS NOT NULL`,
  ],
};
