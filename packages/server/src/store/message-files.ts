import type { Kysely } from 'kysely';
import { rowsAsJson, sql } from './statement.ts';
import type { AttachmentRow, Tables } from './tables.ts';

const COLUMNS = [
  'attachment_id',
  'player_id',
  'message_id',
  'name',
  'content_type',
  'size',
  'scan',
] as const satisfies (keyof AttachmentRow)[];

export type MessageFile = Pick<AttachmentRow, (typeof COLUMNS)[number]>;

/**
 * The files of a ticket's messages. `player`: the query's column with the player's id. `ticketId`:
 * default is each row's ticket.
 */
export function filesOfTicket(db: Kysely<Tables>, player: 'player.player_id' | 'ticket.player_id', ticketId?: string) {
  return rowsAsJson(
    db,
    COLUMNS,
    db
      .selectFrom('attachment')
      .select(COLUMNS)
      .where('attachment.player_id', '=', sql.ref<string>(player))
      .where('attachment.ticket_id', '=', ticketId ?? sql.ref<string>('ticket.ticket_id'))
      .where('attachment.message_id', 'is not', null)
      .where('attachment.state', '=', sql.lit('ready'))
      .orderBy('attachment_id'),
  );
}

export function parseFiles(json: string | null): MessageFile[] {
  const rows: unknown[][] = json === null ? [] : JSON.parse(json);
  // The cast: the columns are COLUMNS.
  return rows.map((row) => Object.fromEntries(COLUMNS.map((name, index) => [name, row[index]])) as MessageFile);
}
