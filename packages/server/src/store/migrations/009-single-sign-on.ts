import type { Migration } from './index.ts';

/**
 * Lets members sign in with a provider. All new columns are NULL in members of before. See
 * docs/decisions/043-single-sign-on.md.
 */
export const singleSignOn: Migration = {
  id: '009-single-sign-on',
  statements: ({ key }) => [
    `ALTER TABLE member ADD COLUMN oidc_issuer ${key}`,
    `ALTER TABLE member ADD COLUMN oidc_subject ${key}`,
    'ALTER TABLE member ADD COLUMN oidc_access_at bigint',
    'CREATE UNIQUE INDEX member_by_subject ON member (oidc_subject, oidc_issuer)',
    `CREATE TABLE oidc_session (
      session_hash ${key} NOT NULL PRIMARY KEY REFERENCES member_session (session_hash) ON DELETE CASCADE,
      provider_session ${key},
      refresh_token text,
      confirmed_at bigint NOT NULL,
      check_at bigint NOT NULL,
      checking_until bigint NOT NULL
    )`,
    'CREATE INDEX oidc_session_by_provider ON oidc_session (provider_session)',
    `CREATE TABLE oidc_logout (
      token_hash ${key} NOT NULL PRIMARY KEY,
      expires_at bigint NOT NULL
    )`,
  ],
};
