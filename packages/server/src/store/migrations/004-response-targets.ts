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
    // An index entry of PostgreSQL has at most 2,704 bytes. The tags of a ticket can be longer.
    const filters = ['type', ...contextColumns, 'player_blocked', ...(hasWideIndexes ? ['tags'] : [])].join(', ');
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
      `CREATE INDEX ticket_queue ON ticket (project_id, status, created_at, ticket_id, assignee_id, priority, ${filters})`,
      `CREATE INDEX ticket_waiting ON ticket
        (project_id, priority, attention_since, ticket_id, assignee_id, created_at, ${filters})
        WHERE attention_since IS NOT NULL AND player_blocked = 0`,
      `CREATE INDEX ticket_assigned ON ticket
        (assignee_id, project_id, status, created_at, ticket_id, priority, ${filters}) WHERE assignee_id IS NOT NULL`,
    ];
  },
};
