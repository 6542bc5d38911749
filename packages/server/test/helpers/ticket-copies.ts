import assert from 'node:assert/strict';
import { ticketTable } from '../../src/store/tables.ts';
import { executeSql } from './databases.ts';
import { queryRows } from './stored-rows.ts';

let copies = 0;

/**
 * Copies a ticket in the database, as the API would take minutes. `values`: SQL of other columns.
 */
export async function copyTicket(
  databaseUrl: string,
  ticketId: string,
  count: number,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const found = await queryRows(databaseUrl, `SELECT 1 FROM ticket WHERE ticket_id = '${ticketId}'`);
  assert.equal(found.length, 1, 'no such ticket');
  // Digits at the end keep an id's shape.
  const changed = {
    ...values,
    ticket_id: `'${ticketId.slice(0, -9)}' || CAST(${100_000_000 + copies} + number.n AS text)`,
  };
  const { columns } = ticketTable;
  const selected = columns.map((column) => (changed as Record<string, string>)[column] ?? `ticket.${column}`);
  copies += count;
  await executeSql(
    databaseUrl,
    `INSERT INTO ticket (${columns.join(', ')})
     WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
     SELECT ${selected.join(', ')} FROM ticket, number WHERE ticket_id = '${ticketId}'`,
  );
}
