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

/** What undoing a merge needs. */
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

type Key = { readonly playerId: string; readonly ticketId: string };

type MergedSource = Key & TicketState & Pick<TicketRow, 'merged_into' | 'merged_at' | 'before_merge'>;

// A player can read replies without this lock, so `source` can be old.
const setSource = statement<MergedSource>()((db, source) =>
  db
    .updateTable('ticket')
    .set({
      status: source.status,
      attention_since: source.attention_since,
      resolved_at: source.resolved_at,
      merged_into: source.merged_into,
      merged_at: source.merged_at,
      before_merge: source.before_merge,
    })
    .where('player_id', '=', source.playerId)
    .where('ticket_id', '=', source.ticketId)
    .returning('unread_count'),
);

type MergeTarget = Key &
  TicketState &
  Pick<
    TicketRow,
    'last_message_preview' | 'last_message_at' | 'message_count' | 'merged_tickets' | 'merged_messages'
  > & {
    /** The change of the number of unread replies. */
    readonly unreadChange: number;
  };

const setTarget = statement<MergeTarget>()((db, target) =>
  db
    .updateTable('ticket')
    .set({
      status: target.status,
      attention_since: target.attention_since,
      resolved_at: target.resolved_at,
      last_message_preview: target.last_message_preview,
      last_message_at: target.last_message_at,
      message_count: target.message_count,
      // A node of the last release may have marked only one of the tickets as read.
      unread_count: sql`CASE WHEN unread_count + ${target.unreadChange} > 0 THEN unread_count + ${target.unreadChange} ELSE 0 END`,
      merged_tickets: target.merged_tickets,
      merged_messages: target.merged_messages,
    })
    .where('player_id', '=', target.playerId)
    .where('ticket_id', '=', target.ticketId),
);

export function mergedTicketsOf({ merged_tickets: json }: Pick<TicketRow, 'merged_tickets'>): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

/** Counts messages and notes of a ticket and of those merged into it. */
export function allMessages({
  message_count,
  merged_messages,
}: Pick<TicketRow, 'message_count' | 'merged_messages'>): number {
  return message_count + (merged_messages ?? 0);
}

const stateOf = ({ status, attention_since, resolved_at }: TicketState): TicketState => ({
  status,
  attention_since,
  resolved_at,
});

const keyOf = ({ player_id: playerId, ticket_id: ticketId }: TicketRow): Key => ({ playerId, ticketId });

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
  async function setBoth(source: MergedSource, target: Omit<MergeTarget, 'unreadChange'>): Promise<void> {
    const unread = (await db.one(setSource, source))?.unread_count ?? 0;
    await db.send(setTarget, { ...target, unreadChange: source.merged_into === null ? -unread : unread });
  }

  /** Adds a target's new status to its history, if it changed. */
  async function addStatus({ target, actor, now }: Omit<Merge, 'source'>, { status: to }: TicketState): Promise<void> {
    const { status: from } = target;
    if (from !== to) await stores.ticketEvents.add({ ticket: target, kind: 'status', from, to, actor, now });
  }

  return {
    /** Merges `source` into `target`. Both must be unmerged. */
    async merge({ source, target, actor, now }: Merge): Promise<void> {
      const { player_id: playerId, ticket_id: ticketId } = target;
      const after = afterMerge(source, target);
      const seq = target.message_count + 1;
      const before: BeforeMerge = { source: stateOf(source), target: stateOf(target), seq };
      const notice = noticeMessage('ticket-merged', target, { mergedSubject: source.subject });
      // Another node's clock can make a message later than now.
      const at = Math.max(now, source.last_message_at ?? now, target.last_message_at ?? now);
      await setBoth(
        {
          ...keyOf(source),
          ...after.source,
          merged_into: ticketId,
          merged_at: now,
          before_merge: JSON.stringify(before),
        },
        {
          ...keyOf(target),
          ...after.target,
          last_message_preview: preview(notice.body),
          last_message_at: at,
          message_count: seq,
          merged_tickets: JSON.stringify([...mergedTicketsOf(target), source.ticket_id]),
          merged_messages: (target.merged_messages ?? 0) + source.message_count,
        },
      );
      const messageId = newId('message', now);
      await addOfSystem({ playerId, ticketId, messageId, message: notice.body, now: at });
      const { openTicketsChange } = after;
      await stores.players.recordTeamReply({ playerId, openTicketsChange, now });
      const inboxId = newId('inboxMessage', now);
      await stores.inbox.add({ playerId, messageId: inboxId, type: 'ticket_status', ticketId, ...notice, now });
      await stores.ticketEvents.add({ ticket: source, kind: 'merged_into', from: null, to: ticketId, actor, now });
      const to = source.ticket_id;
      await stores.ticketEvents.add({ ticket: target, kind: 'merged_ticket', from: null, to, actor, now });
      await addStatus({ target, actor, now }, after.target);
    },

    /** What was written since stays in `target`. */
    async unmerge({ source, target, actor, now }: Merge): Promise<void> {
      const { player_id: playerId, ticket_id: ticketId } = target;
      const { seq, ...before }: BeforeMerge = JSON.parse(source.before_merge ?? '');
      const isWritten = target.message_count !== seq;
      const after = afterUnmerge({ before, source, target, isWritten });
      await remove(playerId, ticketId, seq);
      const newest = await newestPublic(playerId, ticketId);
      const merged = mergedTicketsOf(target).filter((id) => id !== source.ticket_id);
      await setBoth(
        { ...keyOf(source), ...after.source, merged_into: null, merged_at: null, before_merge: null },
        {
          ...keyOf(target),
          ...after.target,
          last_message_preview: preview(newest?.message ?? target.message),
          last_message_at: newest?.created_at ?? target.created_at,
          message_count: isWritten ? target.message_count : seq - 1,
          merged_tickets: merged.length === 0 ? null : JSON.stringify(merged),
          merged_messages: merged.length === 0 ? null : (target.merged_messages ?? 0) - source.message_count,
        },
      );
      await stores.players.changeOpenTickets({ playerId, by: after.openTicketsChange, inboxAt: null });
      await stores.ticketEvents.add({ ticket: source, kind: 'merged_into', from: ticketId, to: null, actor, now });
      const from = source.ticket_id;
      await stores.ticketEvents.add({ ticket: target, kind: 'merged_ticket', from, to: null, actor, now });
      await addStatus({ target, actor, now }, after.target);
    },
  };
};
