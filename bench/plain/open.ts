import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { databaseFile } from '../databases.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { INDEXES, type Store, TABLES } from './store.ts';

export function openPlain(url: string): Store {
  const file = databaseFile(url);
  return file === undefined ? openPostgres(url) : openSqlite(file);
}

export async function createTables(url: string): Promise<void> {
  await execute(url, TABLES + INDEXES);
}

/** Copies the rows of the plain program from the server's tables, in another schema. */
function copy(from: string, asJson: (column: string) => string): string {
  const field = (name: string) => `${asJson('content')} ->> '${name}'`;
  return `
    INSERT INTO project SELECT project_id, public_key, 'salt', ticket_types FROM ${from}.project;
    INSERT INTO api_key SELECT key_hash, api_key_id, name, expires_at FROM ${from}.api_key WHERE revoked_at IS NULL;
    INSERT INTO player SELECT player_id, project_id, token_hash, token_expires_at, user_id, session_id, context,
      blocked, open_tickets, last_message_at, created_at, last_seen_at FROM ${from}.player ORDER BY player_id;
    INSERT INTO ticket SELECT ticket_id, project_id, player_id, type, status, subject, context, last_message_preview,
      last_message_at, unread_count, attention_since, resolved_at, created_at, assignee_id, priority, tags
      FROM ${from}.ticket ORDER BY ticket_id;
    INSERT INTO message SELECT ticket_id, message_id, 'player', NULL, NULL, 0, message, created_at, NULL
      FROM ${from}.ticket
      UNION ALL SELECT ticket_id, message_id, author_type, author_id, author_name,
      CASE WHEN visibility = 'internal' THEN 1 ELSE 0 END, message, created_at, read_at FROM ${from}.message
      ORDER BY 1, 2;
    INSERT INTO inbox_message SELECT player_id, message_id, ${field('type')}, ${field('ticketId')}, ${field('title')},
      ${field('body')}, created_at, read_at FROM ${from}.inbox_message ORDER BY player_id, message_id;`;
}

/**
 * Returns the URL: on SQLite a file beside the server's, on PostgreSQL a schema in its database.
 */
export async function fillPlain(serverUrl: string): Promise<string> {
  const file = databaseFile(serverUrl);
  if (file !== undefined) {
    const url = `sqlite:${file}.plain`;
    const statements = `ATTACH '${file}' AS server; BEGIN; ${TABLES} ${copy('server', (column) => column)} ${INDEXES}
      COMMIT; DETACH server; PRAGMA journal_mode = WAL`;
    await execute(url, statements);
    return url;
  }
  const url = new URL(serverUrl);
  const [, from = 'public'] = /search_path=(\w+)/.exec(url.searchParams.get('options') ?? '') ?? [];
  await execute(serverUrl, `CREATE SCHEMA ${from}_plain`);
  url.searchParams.set('options', `-c search_path=${from}_plain`);
  const statements = `${TABLES} ${copy(from, (column) => `CAST(${column} AS json)`)} ${INDEXES}`;
  await execute(url.href, statements);
  for (const statement of ['VACUUM (ANALYZE)', 'CHECKPOINT']) await execute(url.href, statement);
  return url.href;
}

async function execute(url: string, statements: string): Promise<void> {
  const file = databaseFile(url);
  if (file !== undefined) {
    const db = new DatabaseSync(file);
    db.exec(statements);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements);
  await client.end();
}
