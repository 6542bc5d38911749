import assert from 'node:assert/strict';
import { executeSql } from './databases.ts';
import { queryRows } from './stored-rows.ts';

let made = 0;

/**
 * Copies a ticket so many times in the database itself, where the API would take minutes. `values`
 * are expressions of SQL for columns in which the copies differ from it.
 */
export async function copyTicket(
  databaseUrl: string,
  ticketId: string,
  count: number,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [ticket = assert.fail('no such ticket')] = await queryRows(
    databaseUrl,
    `SELECT * FROM ticket WHERE ticket_id = '${ticketId}'`,
  );
  // Digits at the end keep the shape of an id.
  const own = { ...values, ticket_id: `'${ticketId.slice(0, -9)}' || CAST(${100_000_000 + made} + number.n AS text)` };
  const columns = Object.keys(ticket);
  const selected = columns.map((column) => (own as Record<string, string>)[column] ?? `ticket.${column}`);
  made += count;
  await executeSql(
    databaseUrl,
    `INSERT INTO ticket (${columns.join(', ')})
     WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
     SELECT ${selected.join(', ')} FROM ticket, number WHERE ticket_id = '${ticketId}'`,
  );
}
