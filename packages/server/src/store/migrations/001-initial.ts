import type { Migration } from './index.ts';

/**
 * The primary key of each table of player data begins with player_id, the key that distributes a
 * sharded database. The other tables are those of the team (REFERENCE_TABLES).
 */
export const initial: Migration = {
  id: '001-initial',
  statements: ({ key, storage }) => [
    `CREATE TABLE project (
      project_id ${key} NOT NULL PRIMARY KEY,
      name text NOT NULL,
      public_key ${key} NOT NULL UNIQUE,
      status ${key} NOT NULL,
      identity_salt text NOT NULL,
      auto_close_days double precision NOT NULL,
      ticket_types text NOT NULL,
      created_at bigint NOT NULL
    )`,
    `CREATE TABLE api_key (
      api_key_id ${key} NOT NULL PRIMARY KEY,
      name text NOT NULL,
      key_hash ${key} NOT NULL UNIQUE,
      role ${key} NOT NULL,
      project_ids text,
      created_at bigint NOT NULL,
      revoked_at bigint
    )`,
    `CREATE TABLE announcement (
      announcement_id ${key} NOT NULL PRIMARY KEY,
      project_id ${key} NOT NULL REFERENCES project (project_id),
      title text NOT NULL,
      body text NOT NULL,
      starts_at bigint,
      ends_at bigint,
      created_at bigint NOT NULL
    )`,
    `CREATE INDEX announcement_by_project ON announcement (project_id)`,
    `CREATE TABLE member (
      member_id ${key} NOT NULL PRIMARY KEY,
      email ${key} NOT NULL UNIQUE,
      name text NOT NULL,
      role ${key} NOT NULL,
      project_ids text,
      password_hash text NOT NULL,
      totp_secret text,
      totp_pending text,
      totp_step bigint,
      recovery_codes text NOT NULL,
      created_at bigint NOT NULL,
      disabled_at bigint
    )`,
    `CREATE TABLE member_session (
      session_hash ${key} NOT NULL PRIMARY KEY,
      member_id ${key} NOT NULL REFERENCES member (member_id),
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL
    )`,
    `CREATE INDEX member_session_by_member ON member_session (member_id)`,
    `CREATE TABLE invitation (
      invitation_id ${key} NOT NULL PRIMARY KEY,
      token_hash ${key} NOT NULL UNIQUE,
      email ${key},
      role ${key} NOT NULL,
      project_ids text,
      member_id ${key} REFERENCES member (member_id),
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL
    )`,
    `CREATE TABLE audit_entry (
      audit_entry_id ${key} NOT NULL PRIMARY KEY,
      created_at bigint NOT NULL,
      actor_type ${key} NOT NULL,
      actor_id ${key} NOT NULL,
      actor_name text NOT NULL,
      action ${key} NOT NULL,
      project_id ${key},
      target text,
      details text NOT NULL
    )`,
    `CREATE INDEX audit_by_actor ON audit_entry (actor_id, audit_entry_id)`,
    `CREATE INDEX audit_by_action ON audit_entry (action, audit_entry_id)`,
    `CREATE TABLE macro (
      macro_id ${key} NOT NULL PRIMARY KEY,
      project_id ${key} REFERENCES project (project_id),
      name text NOT NULL,
      body text NOT NULL,
      created_at bigint NOT NULL
    )`,
    `CREATE TABLE player (
      player_id ${key} NOT NULL PRIMARY KEY,
      project_id ${key} NOT NULL,
      token_hash text NOT NULL,
      token_expires_at bigint NOT NULL,
      user_id ${key},
      session_id text,
      context text,
      blocked integer NOT NULL,
      open_tickets integer NOT NULL,
      last_message_at bigint,
      last_inbox_at bigint,
      created_at bigint NOT NULL,
      last_seen_at bigint NOT NULL
    ) ${storage}`,
    // To find the other installations that claim the same user id.
    `CREATE INDEX player_by_user ON player (project_id, user_id, player_id) WHERE user_id IS NOT NULL`,
    // The long text is last, so that SQLite keeps the columns before it on the page. Filters read
    // those columns.
    `CREATE TABLE ticket (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      ticket_id ${key} NOT NULL,
      project_id ${key} NOT NULL,
      type text NOT NULL,
      status ${key} NOT NULL,
      subject text NOT NULL,
      message_id ${key} NOT NULL,
      context text,
      last_message_preview text,
      last_message_at bigint,
      message_count integer NOT NULL,
      unread_count integer NOT NULL,
      attention_since bigint,
      resolved_at bigint,
      created_at bigint NOT NULL,
      assignee_id ${key},
      priority integer NOT NULL,
      tags text,
      message text NOT NULL,
      PRIMARY KEY (player_id, ticket_id)
    ) ${storage}`,
    // The index has the assignee, so that unassigned tickets are counted without reading rows.
    `CREATE INDEX ticket_queue ON ticket (project_id, status, created_at, assignee_id)`,
    `CREATE INDEX ticket_waiting ON ticket (project_id, attention_since) WHERE attention_since IS NOT NULL`,
    `CREATE INDEX ticket_resolved ON ticket (project_id, resolved_at) WHERE resolved_at IS NOT NULL`,
    `CREATE INDEX ticket_assigned ON ticket (assignee_id, project_id, status, created_at) WHERE assignee_id IS NOT NULL`,
    `CREATE TABLE message (
      player_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      seq integer NOT NULL,
      message_id ${key} NOT NULL,
      author_type text NOT NULL,
      visibility text NOT NULL,
      message text NOT NULL,
      created_at bigint NOT NULL,
      read_at bigint,
      author_id ${key},
      author_name text,
      PRIMARY KEY (player_id, ticket_id, seq),
      FOREIGN KEY (player_id, ticket_id) REFERENCES ticket (player_id, ticket_id)
    ) ${storage}`,
    `CREATE TABLE ticket_event (
      player_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      event_id ${key} NOT NULL,
      kind ${key} NOT NULL,
      from_value text,
      to_value text,
      actor_id ${key},
      actor_name text,
      created_at bigint NOT NULL,
      PRIMARY KEY (player_id, ticket_id, event_id),
      FOREIGN KEY (player_id, ticket_id) REFERENCES ticket (player_id, ticket_id)
    ) ${storage}`,
    `CREATE TABLE inbox_message (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      message_id ${key} NOT NULL,
      content text NOT NULL,
      created_at bigint NOT NULL,
      read_at bigint,
      PRIMARY KEY (player_id, message_id)
    ) ${storage}`,
    `CREATE TABLE announcement_receipt (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      announcement_id ${key} NOT NULL,
      read_at bigint NOT NULL,
      PRIMARY KEY (player_id, announcement_id)
    ) ${storage}`,
    `CREATE TABLE idempotency_receipt (
      player_id ${key} NOT NULL REFERENCES player (player_id),
      path ${key} NOT NULL,
      idempotency_key ${key} NOT NULL,
      body_hash text NOT NULL,
      answer text NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (player_id, path, idempotency_key)
    ) ${storage}`,
    `CREATE INDEX idempotency_receipt_by_age ON idempotency_receipt (created_at)`,
  ],
};
