import type { Migration } from './index.ts';

/**
 * Adds the forms of ticket types, and what players answered. A version of a form never changes, so
 * the answers of old tickets stay readable. See docs/decisions/049-questions.md.
 */
export const forms: Migration = {
  id: '015-forms',
  statements: ({ key }) => [
    `CREATE TABLE ticket_form (
      project_id ${key} NOT NULL REFERENCES project (project_id),
      type ${key} NOT NULL,
      version integer NOT NULL,
      fields text NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (project_id, type, version)
    )`,
    'ALTER TABLE project ADD COLUMN form_versions text',
    'ALTER TABLE ticket ADD COLUMN form_version integer',
    'ALTER TABLE ticket ADD COLUMN answers text',
    'ALTER TABLE ticket ADD COLUMN long_answers text',
  ],
};
