import type { Migration } from './index.ts';

/** What filters search in the context of a ticket, and its column on PostgreSQL. */
const FIELDS = { platform: 'platform', appVersion: 'app_version', locale: 'locale' };

/**
 * Adds response targets, marks the tickets of blocked players, and makes the indexes of the queue
 * cover its filters. See docs/decisions/032-queue-order.md.
 */
export const responseTargets: Migration = {
  id: '004-response-targets',
  statements: ({ key, hasWideIndexes }) => {
    const contextColumns = Object.entries(FIELDS).map(([field, column]) =>
      hasWideIndexes ? `json_extract(context, '$.${field}')` : column,
    );
    const read = ['type', ...contextColumns, 'player_blocked'].join(', ');
    // What an index only stores, and does not sort by. SQLite has no such columns. An entry of
    // PostgreSQL has at most 2,704 bytes, and the tags of a ticket can be longer.
    const columns = (sorted: string) =>
      hasWideIndexes ? `(${sorted}, ${read}, tags)` : `(${sorted}) INCLUDE (${read})`;
    const computed = Object.entries(FIELDS).map(
      ([field, column]) => `ADD COLUMN ${column} ${key} GENERATED ALWAYS AS (context::jsonb ->> '${field}') STORED`,
    );
    return [
      'ALTER TABLE project ADD COLUMN response_targets text',
      // PostgreSQL reads an expression from the row, even if the index has it. So it needs columns.
      // They also have the values of tickets that nodes of the last release create.
      ...(hasWideIndexes ? [] : [`ALTER TABLE ticket ${computed.join(', ')}`]),
      'ALTER TABLE ticket ADD COLUMN player_blocked integer NOT NULL DEFAULT 0',
      'UPDATE ticket SET player_blocked = 1 WHERE player_id IN (SELECT player_id FROM player WHERE blocked = 1)',
      'DROP INDEX ticket_queue',
      'DROP INDEX ticket_waiting',
      'DROP INDEX ticket_assigned',
      `CREATE INDEX ticket_queue ON ticket
        ${columns('project_id, status, created_at, ticket_id, assignee_id, priority')}`,
      `CREATE INDEX ticket_waiting ON ticket
        ${columns('project_id, priority, attention_since, ticket_id, assignee_id, created_at')}
        WHERE attention_since IS NOT NULL AND player_blocked = 0`,
      `CREATE INDEX ticket_assigned ON ticket
        ${columns('assignee_id, project_id, status, created_at, ticket_id, priority')}
        WHERE assignee_id IS NOT NULL`,
    ];
  },
};
