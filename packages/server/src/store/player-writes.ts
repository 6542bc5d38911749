import { afterPlainReply, PLAIN_TICKET, type PlainWrite, plainReply } from '../domain/plain-writes.ts';
import { preview } from '../domain/preview.ts';
import { REST_OF_BUILDS } from '../domain/radar/series.ts';
import type { Executor } from './database.ts';
import type { Receipt } from './idempotency.ts';
import { type NewMessage, playerMessageRow } from './messages.ts';
import { insertFrom, laterOf } from './plain-statements.ts';
import { installationOf, type PlayerSession } from './player-reads.ts';
import { countTicket, type RadarParams, radarParams } from './radar-counts.ts';
import { type Params, sql, statement, type Value } from './statement.ts';
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

/** No row if the key was used before. */
function claim(row: Params, hasKey: boolean) {
  if (!hasKey) return sql`SELECT FROM allowed`;
  const insert = insertFrom('allowed', idempotencyReceiptTable, row, [], { player_id: 'installation_id' });
  return sql`${insert}
    ON CONFLICT (player_id, path, idempotency_key) DO UPDATE
    SET body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at
    WHERE idempotency_receipt.created_at < ${row.oldest}
    RETURNING 1`;
}

/** Locks an account's link too: its token can be replaced after the request was admitted. */
const joinLink = (ofAccount: boolean) => (ofAccount ? sql`JOIN player_link USING (player_id)` : sql``);

const hasToken = ({ installation_id, token_hash }: WritingCaller, ofAccount: boolean) =>
  ofAccount
    ? sql`installation_id = ${installation_id} AND player_link.token_hash = ${token_hash}`
    : sql`token_hash = ${token_hash}`;

function isPlain({ values, counts, limit }: PlainWrite) {
  const is = (name: string) => (value: Value) =>
    value === null ? sql`${sql.ref(name)} IS NULL` : sql`${sql.ref(name)} = ${sql.lit(value)}`;
  const hasValues = Object.entries(values).map(([name, some]) => sql`(${sql.join(some.map(is(name)), sql` OR `)})`);
  const numbers = counts.map((name) => sql`COALESCE(${sql.ref(name)}, 0)`);
  return sql`${sql.join(hasValues, sql` AND `)} AND ${sql.join(numbers, sql` + `)} < ${limit}`;
}

type WritingCaller = { installation_id: string; token_hash: string };

type OpenTicket = TicketRow &
  Receipt &
  Pick<HeldTicketRow, 'text_key'> & { openTicketsChange: number } & WritingCaller &
  RadarParams;

const openTicket = ({ hasKey, isHeld, ofAccount }: Variant) =>
  statement<OpenTicket>()(
    (_db, row) => sql`WITH allowed AS (
        SELECT player_id FROM player ${joinLink(ofAccount)}
        WHERE player_id = ${row.player_id} AND ${hasToken(row, ofAccount)} AND ${isPlain(PLAIN_TICKET)}
        FOR NO KEY UPDATE
      ), claimed AS (
        ${claim(row, hasKey)}
      ), changed AS (
        UPDATE player SET open_tickets = open_tickets + ${row.openTicketsChange},
          context = COALESCE(${row.context}, context), last_message_at = ${row.created_at}, last_seen_at = ${row.created_at}
        WHERE player_id = ${row.player_id} AND EXISTS (SELECT FROM claimed)
        RETURNING context
      ), ${
        isHeld
          ? sql`held AS (${insertFrom('changed', heldTicketTable, row)})`
          : sql`counted AS (${countTicket(row, sql`changed`)})`
      }
      ${insertFrom('changed', ticketTable, row, ['context'])}`,
  );

type AddReply = Omit<MessageRow, 'seq'> & Receipt & { preview: string; maxMessages: number } & WritingCaller;

function setAfterReply({ created_at: now }: AddReply) {
  const state = afterPlainReply(sql.ref('attention_since'), now, (since, time) => sql`COALESCE(${since}, ${time})`);
  return sql.join(Object.entries(state).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
}

const addReply = ({ hasKey, ofAccount }: Variant) =>
  statement<AddReply>()(
    (_db, row) => sql`WITH allowed AS (
        SELECT FROM player JOIN ticket USING (player_id) ${joinLink(ofAccount)}
        WHERE player_id = ${row.player_id} AND ticket_id = ${row.ticket_id} AND ${hasToken(row, ofAccount)}
          AND ${isPlain(plainReply(row.maxMessages))}
        FOR NO KEY UPDATE
      ), claimed AS (
        ${claim(row, hasKey)}
      ), changed AS (
        UPDATE player SET last_message_at = ${row.created_at}, last_seen_at = ${row.created_at}
        WHERE player_id = ${row.player_id} AND EXISTS (SELECT FROM claimed)
      ), replied AS (
        UPDATE ticket SET last_message_preview = ${row.preview}, last_message_at = ${laterOf('last_message_at', row.created_at)},
          message_count = message_count + 1, ${setAfterReply(row)}
        WHERE player_id = ${row.player_id} AND ticket_id = ${row.ticket_id} AND EXISTS (SELECT FROM claimed)
        RETURNING message_count AS seq
      )
      ${insertFrom('replied', messageTable, row, ['seq'])}`,
  );

interface Variant {
  readonly hasKey: boolean;
  readonly isHeld: boolean;
  readonly ofAccount: boolean;
}

/** Declares each variant of a statement at its first use. */
function variants<Statement>(declare: (variant: Variant) => Statement) {
  const declared = new Map<string, Statement>();
  return (variant: Variant): Statement => {
    const key = JSON.stringify(variant);
    const known = declared.get(key) ?? declare(variant);
    declared.set(key, known);
    return known;
  };
}

const OPEN_TICKET = variants(openTicket);
const ADD_REPLY = variants(addReply);

/** Receipts belong to the installation. */
type Sent = { readonly session: PlayerSession; readonly receipt: Receipt | undefined };

const variantOf = ({ session: { installation_id }, receipt }: Sent, isHeld = false): Variant => ({
  hasKey: receipt !== undefined,
  isHeld,
  ofAccount: installation_id !== undefined,
});

/** For a receipt that is not stored. */
const NO_RECEIPT = { path: '', idempotency_key: '', body_hash: '', answer: '', created_at: 0, oldest: 0 };

const paramsOf = ({ session, receipt }: Sent): Receipt & WritingCaller => ({
  ...NO_RECEIPT,
  ...receipt,
  installation_id: installationOf(session),
  token_hash: session.token_hash,
});

interface PlayerReply extends Sent {
  readonly reply: NewMessage;
  /** At this number of messages and notes a ticket takes no reply. */
  readonly maxMessages: number;
}

type PlayerTicket = Sent & {
  readonly ticket: NewTicket & { readonly number: number };
  readonly openTicketsChange: number;
};

/**
 * Writes for players, each with its receipt in one statement, all or nothing, to save round trips.
 * False: nothing written, a transaction finds out why. Only if `writesInOneStatement`.
 */
export const playerWrites = (db: Executor) => ({
  async openTicket({ ticket, openTicketsChange, ...sent }: PlayerTicket): Promise<boolean> {
    const { text_key, radar = REST_OF_BUILDS } = ticket;
    const row = { ...newTicketRow(ticket), ...radarParams({ ...ticket, radar }), text_key: text_key ?? '' };
    const params = { ...paramsOf(sent), ...row, openTicketsChange };
    return (await db.run(OPEN_TICKET(variantOf(sent, text_key !== undefined)), params)) > 0;
  },
  /** Adds a player's reply, and opens the ticket. */
  async addReply({ reply, maxMessages, ...sent }: PlayerReply): Promise<boolean> {
    const row = { ...playerMessageRow(reply), preview: preview(reply.message), maxMessages };
    return (await db.run(ADD_REPLY(variantOf(sent)), { ...paramsOf(sent), ...row })) > 0;
  },
});
