import { newId } from '../domain/ids.ts';
import { noticeMessage } from '../domain/notice-message.ts';
import { preview } from '../domain/preview.ts';
import { afterMerge, afterUnmerge, type TicketState } from '../domain/ticket-transitions.ts';
import type { Executor } from './database.ts';
import type { inbox } from './inbox.ts';
import { type Author, messages } from './messages.ts';
import type { players } from './players.ts';
import { sql, statement } from './statement.ts';
import type { TicketRow } from './tables.ts';
import type { ticketEvents } from './ticket-events.ts';
import type { TicketToChange } from './tickets.ts';

interface BeforeMerge {
  readonly source: TicketState;
  readonly target: TicketState;
  /** Of the system message in the target. */
  readonly seq: number;
}

interface Merge {
  /** Before the merge. Lock their player. */
  readonly source: TicketRow;
  /** For a merge, read with the notice `ticket-merged`. */
  readonly target: TicketToChange;
  readonly actor: Author;
  readonly now: number;
}

// A player can read replies without this lock, so `source` can be old.
const setSource = statement<TicketRow>()(
  (db, { player_id, ticket_id, status, attention_since, resolved_at, merged_into, merged_at, before_merge }) =>
    db
      .updateTable('ticket')
      .set({ status, attention_since, resolved_at, merged_into, merged_at, before_merge })
      .where((row) => row.and({ player_id, ticket_id }))
      .returning('unread_count'),
);

/** `unreadChange`: of the number of unread replies. */
const setTarget = statement<TicketRow & { unreadChange: number }>()((db, target) => {
  const { player_id, ticket_id, status, attention_since, resolved_at, unreadChange } = target;
  const { last_message_preview, last_message_at, message_count, merged_tickets, merged_messages } = target;
  const unread = sql<number>`unread_count + ${unreadChange}`;
  return (
    db
      .updateTable('ticket')
      .set({ status, attention_since, resolved_at, last_message_preview, last_message_at, message_count })
      .set({ merged_tickets, merged_messages })
      // A node of the last release may have marked only one of the tickets as read.
      .set({ unread_count: sql`CASE WHEN ${unread} > 0 THEN ${unread} ELSE 0 END` })
      .where((row) => row.and({ player_id, ticket_id }))
  );
});

export function mergedTicketsOf({ merged_tickets: json }: Pick<TicketRow, 'merged_tickets'>): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

/** Counts messages and notes of a ticket and of those merged into it. */
export function allMessages(ticket: Pick<TicketRow, 'message_count' | 'merged_messages'>): number {
  return ticket.message_count + (ticket.merged_messages ?? 0);
}

const stateOf = ({ status, attention_since, resolved_at }: TicketState): TicketState => ({
  status,
  attention_since,
  resolved_at,
});

interface Stores {
  readonly inbox: ReturnType<typeof inbox>;
  readonly players: ReturnType<typeof players>;
  readonly ticketEvents: ReturnType<typeof ticketEvents>;
}

/**
 * Merges tickets of one player, and undoes it. Messages stay in their ticket. Reading the target
 * returns all of them by time. The system message and the inbox message have the same text.
 */
export const merges = (db: Executor, stores: Stores) => {
  const { addOfSystem, remove, newestPublic } = messages(db);

  /** The source's unread replies count in both tickets. */
  async function setBoth(source: TicketRow, target: TicketRow): Promise<void> {
    const unread = (await db.one(setSource, source))?.unread_count ?? 0;
    await db.send(setTarget, { ...target, unreadChange: source.merged_into === null ? -unread : unread });
  }

  /** Adds it to both histories, and a target's new status, if it changed. */
  async function addEvents(merge: Merge, { status: to }: TicketState, isUndone: boolean): Promise<void> {
    const { source, target, actor, now } = merge;
    const change = ({ ticket_id: id }: TicketRow) => (isUndone ? { from: id, to: null } : { from: null, to: id });
    await stores.ticketEvents.add({ ticket: source, kind: 'merged_into', ...change(target), actor, now });
    await stores.ticketEvents.add({ ticket: target, kind: 'merged_ticket', ...change(source), actor, now });
    const { status: from } = target;
    if (from !== to) await stores.ticketEvents.add({ ticket: target, kind: 'status', from, to, actor, now });
  }

  return {
    /** Merges `source` into `target`. Both must be unmerged. */
    async merge(merge: Merge): Promise<void> {
      const { source, target, now } = merge;
      const { player_id: playerId, ticket_id: ticketId } = target;
      const after = afterMerge(source, target);
      const seq = target.message_count + 1;
      const before: BeforeMerge = { source: stateOf(source), target: stateOf(target), seq };
      const notice = noticeMessage('ticket-merged', target, { mergedSubject: source.subject });
      // Another node's clock can make a message later than now.
      const at = Math.max(now, source.last_message_at ?? now, target.last_message_at ?? now);
      const before_merge = JSON.stringify(before);
      await setBoth(
        { ...source, ...after.source, merged_into: ticketId, merged_at: now, before_merge },
        {
          ...target,
          ...after.target,
          last_message_preview: preview(notice.body),
          last_message_at: at,
          message_count: seq,
          merged_tickets: JSON.stringify([...mergedTicketsOf(target), source.ticket_id]),
          merged_messages: (target.merged_messages ?? 0) + source.message_count,
        },
      );
      const message = { player_id: playerId, ticket_id: ticketId, message_id: newId('message', now), created_at: at };
      await addOfSystem({ ...message, message: notice.body });
      const { openTicketsChange } = after;
      const inboxAt = stores.inbox.nextTime(now, target.last_inbox_at);
      await stores.players.recordTeamReply({ playerId, openTicketsChange, now, inboxAt });
      const inboxId = newId('inboxMessage', inboxAt);
      await stores.inbox.add({ playerId, messageId: inboxId, type: 'ticket_status', ticketId, ...notice, at: inboxAt });
      await addEvents(merge, after.target, false);
    },

    /** What was written since stays in `target`. */
    async unmerge(merge: Merge): Promise<void> {
      const { source, target } = merge;
      const { player_id: playerId, ticket_id: ticketId } = target;
      const { seq, ...before }: BeforeMerge = JSON.parse(source.before_merge ?? '');
      const isWritten = target.message_count !== seq;
      const after = afterUnmerge({ before, source, target, isWritten });
      await remove(playerId, ticketId, seq);
      const newest = await newestPublic(playerId, ticketId);
      const merged = mergedTicketsOf(target).filter((id) => id !== source.ticket_id);
      await setBoth(
        { ...source, ...after.source, merged_into: null, merged_at: null, before_merge: null },
        {
          ...target,
          ...after.target,
          last_message_preview: preview(newest?.message ?? target.message),
          last_message_at: newest?.created_at ?? target.created_at,
          message_count: isWritten ? target.message_count : seq - 1,
          merged_tickets: merged.length === 0 ? null : JSON.stringify(merged),
          merged_messages: merged.length === 0 ? null : (target.merged_messages ?? 0) - source.message_count,
        },
      );
      await stores.players.changeOpenTickets({ playerId, by: after.openTicketsChange, inboxAt: null });
      await addEvents(merge, after.target, true);
    },
  };
};
