import type { Migration } from './index.ts';

/**
 * Adds which messages of a ticket a member has seen, and saved views with each member's order of
 * them. See docs/decisions/056-saved-views.md.
 */
export const savedViews: Migration = {
  id: '024-saved-views',
  statements: ({ key, storage }) => [
    `CREATE TABLE seen_ticket (
      player_id ${key} NOT NULL,
      member_id ${key} NOT NULL,
      ticket_id ${key} NOT NULL,
      seq integer NOT NULL,
      seen_at bigint NOT NULL,
      PRIMARY KEY (player_id, member_id, ticket_id)
    ) ${storage}`,
    'CREATE INDEX seen_ticket_expiry ON seen_ticket (seen_at)',
    `CREATE TABLE saved_view (
      view_id ${key} NOT NULL PRIMARY KEY,
      member_id ${key} NOT NULL REFERENCES member (member_id),
      project_id ${key},
      role ${key},
      name text NOT NULL,
      base ${key} NOT NULL,
      sort ${key} NOT NULL,
      filter text NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL
    )`,
    'CREATE INDEX saved_view_owner ON saved_view (member_id, view_id)',
    `CREATE INDEX saved_view_shared ON saved_view (view_id) WHERE role IS NOT NULL`,
    `CREATE TABLE saved_view_order (
      member_id ${key} NOT NULL PRIMARY KEY REFERENCES member (member_id),
      view_ids text NOT NULL
    )`,
  ],
};
