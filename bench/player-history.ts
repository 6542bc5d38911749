import type { TicketStatus } from '@player-support/contract/enums';
import { newId, newTicketId } from '../packages/server/src/domain/ids.ts';
import { inboxContent } from '../packages/server/src/domain/inbox-content.ts';
import { noticeMessage } from '../packages/server/src/domain/notice-message.ts';
import { preview } from '../packages/server/src/domain/preview.ts';
import { statusNotice } from '../packages/server/src/domain/ticket-transitions.ts';
import { DAY, HOUR } from '../packages/server/src/domain/time.ts';
import {
  NEVER_SNOOZED,
  NO_ANSWERS,
  NO_KNOWN_ISSUE,
  NOT_MERGED,
  type ProjectRow,
} from '../packages/server/src/store/tables.ts';
import type { Bulk } from './bulk.ts';

const SUBJECT = 'Lost my progress after the update';
const QUESTION =
  'Since the update this morning my castle is back at level 3 and the gems that I bought are gone. I was at level 41. ' +
  'My account is linked and I did not change my phone. Please help.';
const REPLY =
  'Hello and thank you for writing. We have found your earlier save and put it back, and the gems are in your account ' +
  'again. Please close the game, start it once more and tell us if anything is still missing.';

const CONTEXT = JSON.stringify({
  appVersion: '2.14.0',
  buildNumber: '21400',
  platform: 'ios',
  locale: 'de-DE',
  deviceModel: 'iPhone17,1',
  osVersion: '26.1',
});

const TOKEN_LIFETIME_MS = 30 * DAY;

/** A player to insert. */
interface SeedPlayer {
  readonly id: string;
  readonly tokenHash: string;
  readonly ticketCount: number;
  /** Of the last ticket. Earlier ones are closed. */
  readonly lastStatus: TicketStatus;
  /** When the last ticket was created. */
  readonly lastTicketAt: number;
}

interface SeedTicket {
  readonly playerId: string;
  readonly id: string;
  readonly status: TicketStatus;
  readonly createdAt: number;
}

interface SeedInboxMessage {
  readonly type: 'ticket_reply' | 'ticket_status';
  readonly body: string;
  readonly createdAt: number;
  readonly readAt: number | null;
}

/** The ids of a player's last ticket and inbox message. */
export interface LastIds {
  readonly ticket: string;
  readonly message: string | undefined;
}

/** Inserts what players and the team wrote before the benchmark. */
export class PlayerHistory {
  readonly #bulk: Bulk;
  readonly #project: ProjectRow;
  readonly #now: number;

  constructor(bulk: Bulk, project: ProjectRow, now: number) {
    this.#bulk = bulk;
    this.#project = project;
    this.#now = now;
  }

  /** Inserts a player with tickets. Returns nothing for a player without tickets. */
  insert({ id, tokenHash, ticketCount, lastStatus, lastTicketAt }: SeedPlayer): LastIds | undefined {
    const isAnswered = lastStatus !== 'open';
    this.#bulk.insert('player', {
      player_id: id,
      project_id: this.#project.project_id,
      token_hash: tokenHash,
      token_expires_at: this.#now + TOKEN_LIFETIME_MS,
      user_id: null,
      session_id: null,
      context: CONTEXT,
      blocked: 0,
      open_tickets: ticketCount > 0 ? 1 : 0,
      last_message_at: ticketCount > 0 ? lastTicketAt + (isAnswered ? HOUR : 0) : null,
      last_inbox_at: ticketCount > 1 || (ticketCount > 0 && isAnswered) ? lastTicketAt + 2 * HOUR : null,
      created_at: lastTicketAt - ticketCount * DAY,
      last_seen_at: lastTicketAt,
      account_id: null,
    });
    let last: LastIds | undefined;
    for (let left = ticketCount; left > 0; left--) {
      const ticket = newTicketId(id, this.#now);
      const message = this.#insertTicket({
        playerId: id,
        id: ticket,
        status: left > 1 ? 'closed' : lastStatus,
        createdAt: lastTicketAt - (left - 1) * DAY,
      });
      last = { ticket, message: message ?? last?.message };
    }
    return last;
  }

  /** Inserts a ticket with the reply and notices of its status. Returns its last inbox message. */
  #insertTicket(ticket: SeedTicket): string | undefined {
    const { playerId, id, status, createdAt } = ticket;
    const isAnswered = status !== 'open';
    const isUnread = status === 'pending';
    const repliedAt = createdAt + HOUR;
    const doneAt = createdAt + 2 * HOUR;
    this.#bulk.insert('ticket', {
      player_id: playerId,
      ticket_id: id,
      project_id: this.#project.project_id,
      type: 'bug',
      status,
      subject: SUBJECT,
      message_id: newId('message', createdAt),
      message: QUESTION,
      context: CONTEXT,
      last_message_preview: preview(isAnswered ? REPLY : QUESTION),
      last_message_at: isAnswered ? repliedAt : createdAt,
      message_count: isAnswered ? 2 : 1,
      unread_count: isUnread ? 1 : 0,
      attention_since: isAnswered ? null : createdAt,
      resolved_at: status === 'resolved' ? doneAt : null,
      created_at: createdAt,
      assignee_id: null,
      priority: 1,
      tags: null,
      player_blocked: 0,
      ...NEVER_SNOOZED,
      ...NO_ANSWERS,
      ...NO_KNOWN_ISSUE,
      ...NOT_MERGED,
    });
    if (!isAnswered) return undefined;
    const readAt = isUnread ? null : doneAt;
    this.#bulk.insert('message', {
      player_id: playerId,
      ticket_id: id,
      seq: 2,
      message_id: newId('message', this.#now),
      author_type: 'admin',
      visibility: 'public',
      message: REPLY,
      created_at: repliedAt,
      read_at: readAt,
      author_id: null,
      author_name: null,
    });
    const reply = this.#insertInboxMessage(ticket, { type: 'ticket_reply', body: REPLY, createdAt: repliedAt, readAt });
    const notice = statusNotice(status);
    if (notice === null) return reply;
    const source = { subject: SUBJECT, context: CONTEXT, project_name: null, notice_texts: null };
    const { body } = noticeMessage(notice, source);
    return this.#insertInboxMessage(ticket, { type: 'ticket_status', body, createdAt: doneAt, readAt: null });
  }

  #insertInboxMessage(ticket: SeedTicket, { type, body, createdAt, readAt }: SeedInboxMessage): string {
    const id = newId('inboxMessage', this.#now);
    this.#bulk.insert('inbox_message', {
      player_id: ticket.playerId,
      message_id: id,
      content: inboxContent({ type, ticketId: ticket.id, title: SUBJECT, body }, createdAt),
      created_at: createdAt,
      read_at: readAt,
    });
    return id;
  }
}
