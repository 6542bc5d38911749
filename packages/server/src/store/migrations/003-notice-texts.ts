import type { Migration } from './index.ts';

/** Adds the texts that teams write for notices. */
export const noticeTexts: Migration = {
  id: '003-notice-texts',
  statements: ({ key }) => [
    `CREATE TABLE notice_text (
      project_id ${key} NOT NULL REFERENCES project (project_id),
      notice ${key} NOT NULL,
      locale ${key} NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      updated_at bigint NOT NULL,
      PRIMARY KEY (project_id, notice, locale)
    )`,
  ],
};
