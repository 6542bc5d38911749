import type { Migration } from './index.ts';

/**
 * Adds what the list of sessions shows, the browsers that members signed in from before, and the
 * count of wrong codes. See docs/decisions/041-second-factors.md.
 */
export const browsersAndCodes: Migration = {
  id: '007-browsers-and-codes',
  statements: ({ key }) => [
    'ALTER TABLE member_session ADD COLUMN last_used_at bigint',
    'ALTER TABLE member_session ADD COLUMN device text',
    'ALTER TABLE member_session ADD COLUMN address text',
    `ALTER TABLE member_session ADD COLUMN browser_hash ${key}`,
    `CREATE TABLE known_browser (
      member_id ${key} NOT NULL REFERENCES member (member_id),
      browser_hash ${key} NOT NULL,
      expires_at bigint NOT NULL,
      PRIMARY KEY (member_id, browser_hash)
    )`,
    'CREATE INDEX known_browser_expires ON known_browser (expires_at)',
    'ALTER TABLE member ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0',
    'ALTER TABLE member ADD COLUMN last_wrong_code_at bigint',
    'ALTER TABLE member ADD COLUMN code_alert_at bigint',
    `CREATE TABLE passkey (
      passkey_id ${key} NOT NULL PRIMARY KEY,
      member_id ${key} NOT NULL REFERENCES member (member_id),
      credential_id ${key} NOT NULL UNIQUE,
      public_key text NOT NULL,
      counter bigint NOT NULL,
      transports text NOT NULL,
      name text NOT NULL,
      created_at bigint NOT NULL,
      last_used_at bigint
    )`,
    'CREATE INDEX passkey_of_member ON passkey (member_id)',
    `CREATE TABLE used_challenge (
      challenge_hash ${key} NOT NULL PRIMARY KEY,
      expires_at bigint NOT NULL
    )`,
    'CREATE INDEX used_challenge_expires ON used_challenge (expires_at)',
    `CREATE TABLE team_setting (
      name ${key} NOT NULL PRIMARY KEY,
      value text NOT NULL
    )`,
  ],
};
