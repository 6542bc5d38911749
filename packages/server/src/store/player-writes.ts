import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';
import { preview } from '../domain/preview.ts';
import type { TicketState } from '../domain/ticket-transitions.ts';
import type { Executor } from './database.ts';
import type { Receipt } from './idempotency.ts';
import { type NewMessage, playerMessageRow } from './messages.ts';
import { type Params, sql, statement } from './statement.ts';
import type { AnyTable } from './table.ts';
import {
  type HeldTicketRow,
  heldTicketTable,
  idempotencyReceiptTable,
  type MessageRow,
  messageTable,
  type TicketRow,
  ticketTable,
} from './tables.ts';
import { type NewTicket, newTicketRow } from './tickets.ts';

/**
 * INSERT ... SELECT: a row for each row of `from`. Its `fromColumns` are used, others of `row`, some
 * under other names.
 */
function insertFrom(
  from: string,
  table: AnyTable,
  row: Params,
  fromColumns: readonly string[] = [],
  names: Readonly<Record<string, string>> = {},
) {
  const value = (column: string) =>
    fromColumns.includes(column)
      ? sql.ref(column)
      : sql`CAST(${row[names[column] ?? column]} AS ${sql.raw(table.definitions[column]?.type ?? '')})`;
  return sql`INSERT INTO ${sql.table(table.name)} (${sql.join(table.columns.map((column) => sql.ref(column)))})
    SELECT ${sql.join(table.columns.map(value))} FROM ${sql.table(from)}`;
}

/** Stores the receipt, if there is one. Has no row if the key was used before. */
function claim(row: Params, hasKey: boolean) {
  if (!hasKey) return sql`SELECT FROM allowed`;
  const insert = insertFrom('allowed', idempotencyReceiptTable, row, [], { player_id: 'installation_id' });
  return sql`${insert}
    ON CONFLICT (player_id, path, idempotency_key) DO UPDATE
    SET body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at
    WHERE idempotency_receipt.created_at < ${row.oldest}
    RETURNING 1`;
}

type OpenTicket = TicketRow &
  Receipt &
  Pick<HeldTicketRow, 'text_key'> & { openTicketsChange: number; installation_id: string };

const openTicket = (hasKey: boolean, isHeld: boolean) =>
  statement<OpenTicket>()((db, row) => ({
    compile: () =>
      sql`WITH allowed AS (
        SELECT player_id FROM player
        WHERE player_id = ${row.player_id} AND account_id IS NULL AND blocked = 0
          AND open_tickets < ${sql.lit(MAX_OPEN_TICKETS)}
        FOR NO KEY UPDATE
      ), claimed AS (
        ${claim(row, hasKey)}
      ), changed AS (
        UPDATE player SET open_tickets = open_tickets + ${row.openTicketsChange},
          context = COALESCE(${row.context}, context), last_message_at = ${row.created_at}, last_seen_at = ${row.created_at}
        WHERE player_id = ${row.player_id} AND EXISTS (SELECT FROM claimed)
        RETURNING context
      )${isHeld ? sql`, held AS (${insertFrom('changed', heldTicketTable, row)})` : sql``}
      ${insertFrom('changed', ticketTable, row, ['context'])}`.compile(db),
  }));

type AddReply = MessageRow & Receipt & TicketState & { preview: string; maxMessages: number; installation_id: string };

const addReply = (hasKey: boolean) =>
  statement<AddReply>()((db, row) => ({
    compile: () =>
      sql`WITH allowed AS (
        SELECT FROM player JOIN ticket USING (player_id)
        WHERE player_id = ${row.player_id} AND ticket_id = ${row.ticket_id} AND account_id IS NULL
          AND blocked = 0 AND status <> 'closed'
          AND merged_into IS NULL AND message_count + COALESCE(merged_messages, 0) < ${row.maxMessages}
        FOR NO KEY UPDATE
      ), claimed AS (
        ${claim(row, hasKey)}
      ), changed AS (
        UPDATE player SET last_message_at = ${row.created_at}, last_seen_at = ${row.created_at}
        WHERE player_id = ${row.player_id} AND EXISTS (SELECT FROM claimed)
      ), replied AS (
        UPDATE ticket SET last_message_preview = ${row.preview}, last_message_at = ${row.created_at},
          message_count = message_count + 1, status = CASE WHEN status = 'held' THEN status ELSE ${row.status} END,
          attention_since = CASE WHEN status <> 'held' THEN COALESCE(attention_since, ${row.attention_since}) END,
          resolved_at = ${row.resolved_at}
        WHERE player_id = ${row.player_id} AND ticket_id = ${row.ticket_id} AND EXISTS (SELECT FROM claimed)
        RETURNING message_count AS seq
      )
      ${insertFrom('replied', messageTable, row, ['seq'])}`.compile(db),
  }));

const OPEN_TICKET = { withKey: openTicket(true, false), withoutKey: openTicket(false, false) };
const HOLD_TICKET = { withKey: openTicket(true, true), withoutKey: openTicket(false, true) };
const ADD_REPLY = { withKey: addReply(true), withoutKey: addReply(false) };

interface PlayerReply {
  /** The player id of the installation. Receipts are its own. */
  readonly installationId: string;
  readonly reply: NewMessage;
  /** The state that the ticket gets. */
  readonly state: TicketState;
  /** A ticket with as many messages and notes takes no reply. */
  readonly maxMessages: number;
}

interface PlayerTicket {
  readonly ticket: NewTicket;
  readonly openTicketsChange: number;
  /** The player id of the installation. Receipts are its own. */
  readonly installationId: string;
}

/** The parameters of a receipt that is not stored. */
const NO_RECEIPT = { path: '', idempotency_key: '', body_hash: '', answer: '', created_at: 0, oldest: 0 };

/**
 * The writes of players, each with its receipt in one statement that writes everything or nothing.
 * It saves the round trips of a transaction. False: nothing was written. Then a transaction finds
 * out why, or does what is rarely needed. Only if `writesInOneStatement`.
 */
export const playerWrites = (db: Executor) => ({
  /**
   * Adds a ticket. False if the player is blocked, has too many open tickets or repeats a request.
   */
  async openTicket(
    { ticket, openTicketsChange, installationId }: PlayerTicket,
    receipt: Receipt | undefined,
  ): Promise<boolean> {
    const { textKey } = ticket;
    const { withKey, withoutKey } = textKey === undefined ? OPEN_TICKET : HOLD_TICKET;
    const row = {
      ...newTicketRow(ticket),
      openTicketsChange,
      text_key: textKey ?? '',
      installation_id: installationId,
    };
    return (await db.run(receipt ? withKey : withoutKey, { ...NO_RECEIPT, ...receipt, ...row })) > 0;
  },
  /**
   * Adds a player's reply, and gives the ticket a state. False if the player is blocked, the ticket
   * is closed, merged, full or does not exist, or the request is repeated.
   */
  async addReply(
    { reply, state, maxMessages, installationId }: PlayerReply,
    receipt: Receipt | undefined,
  ): Promise<boolean> {
    const { withKey, withoutKey } = ADD_REPLY;
    const row = {
      ...playerMessageRow(reply, 0),
      ...state,
      preview: preview(reply.message),
      maxMessages,
      installation_id: installationId,
    };
    return (await db.run(receipt ? withKey : withoutKey, { ...NO_RECEIPT, ...receipt, ...row })) > 0;
  },
});
