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

/** A file of a message. */
export type MessageFile = Pick<AttachmentRow, (typeof COLUMNS)[number]>;

type Parts = readonly [
  id: string,
  playerId: string,
  messageId: string,
  name: string,
  contentType: string,
  size: number,
  scan: AttachmentRow['scan'],
];

/**
 * The files of the messages of a ticket, for a query about its player or about tickets.
 *
 * @param player the column of the query that has the player's id
 * @param ticketId a parameter. Default: the ticket of each row
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

/** The rows of `filesOfTicket`. */
export function parseFiles(json: string | null): MessageFile[] {
  // The cast: the columns are COLUMNS.
  const rows = json === null ? [] : (JSON.parse(json) as Parts[]);
  return rows.map(([attachment_id, player_id, message_id, name, content_type, size, scan]) => ({
    attachment_id,
    player_id,
    message_id,
    name,
    content_type,
    size,
    scan,
  }));
}
