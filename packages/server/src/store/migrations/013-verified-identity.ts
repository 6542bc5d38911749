import type { Migration } from './index.ts';

/**
 * Adds accounts, which can have several installations, and what moves tickets between players. An
 * account is a row of `player`. See docs/decisions/047-verified-identity.md.
 */
export const verifiedIdentity: Migration = {
  id: '013-verified-identity',
  statements: ({ key, storage }) => [
    `ALTER TABLE player ADD COLUMN account_id ${key}`,
    `CREATE TABLE player_link (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      installation_id ${key} NOT NULL,
      token_hash text NOT NULL,
      token_expires_at bigint NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (player_id, installation_id)
    ) ${storage}`,
    `CREATE TABLE player_move (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      move_id ${key} NOT NULL,
      installation_id ${key} NOT NULL,
      kind text NOT NULL,
      tickets integer NOT NULL,
      moved text NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (player_id, move_id)
    ) ${storage}`,
    'CREATE INDEX player_move_by_age ON player_move (created_at)',
    `CREATE TABLE moved_ticket (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      ticket_id ${key} NOT NULL,
      owner_id ${key} NOT NULL,
      PRIMARY KEY (player_id, ticket_id)
    ) ${storage}`,
    `CREATE TABLE used_identity_token (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      token_key ${key} NOT NULL,
      expires_at bigint NOT NULL,
      PRIMARY KEY (player_id, token_key)
    ) ${storage}`,
    `CREATE TABLE support_code (
      code_hash ${key} NOT NULL PRIMARY KEY,
      player_id ${key} NOT NULL,
      by_team integer NOT NULL,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      used_at bigint
    )`,
    'CREATE INDEX support_code_by_player ON support_code (player_id, created_at)',
    'CREATE INDEX support_code_by_age ON support_code (created_at)',
    `CREATE TABLE project_identity (
      project_id ${key} NOT NULL PRIMARY KEY REFERENCES project (project_id),
      jwks_url text,
      public_key text,
      secret text,
      audience text NOT NULL,
      issuer text,
      updated_at bigint NOT NULL
    )`,
  ],
};
