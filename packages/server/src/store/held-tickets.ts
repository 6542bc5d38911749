import type { Executor } from './database.ts';
import { deleteRows, insertRow, updateRows } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type HeldTicketRow, heldTicketTable, messageTable, ticketEventTable, ticketTable } from './tables.ts';

const insert = insertRow(heldTicketTable);
const remove = deleteRows(heldTicketTable, 'player_id', 'ticket_id');
const setText = updateRows(heldTicketTable, ['player_id', 'ticket_id'], ['text_key']);
const deleteMessages = deleteRows(messageTable, 'player_id', 'ticket_id');
const deleteEvents = deleteRows(ticketEventTable, 'player_id', 'ticket_id');

const deleteTicket = deleteRows(ticketTable, 'player_id', 'ticket_id', 'status');

type Selection = { projectId: string; until: number; limit: number; textKey: string };

const select = (ofText: boolean) =>
  statement<Selection>()((db, { projectId, until, limit, textKey }) =>
    db
      .selectFrom('held_ticket')
      .select(['player_id', 'ticket_id'])
      .where('project_id', '=', projectId)
      .$if(ofText, (held) => held.where('text_key', '=', textKey))
      .where('created_at', '<=', until)
      .limit(limit),
  );
const some = select(false);
const someOfText = select(true);

const knownTexts = statement<{ projectId: string; examined: number; limit: number }>()(
  (db, { projectId, examined, limit }) => {
    const read = db
      .selectFrom('held_ticket')
      .select(['text_key', 'ticket_id', 'created_at'])
      .where('project_id', '=', projectId)
      .orderBy('text_key')
      .limit(examined);
    return db
      .selectFrom(read.as('held'))
      .select(['text_key', sql<number>`count(*)`.as('count')])
      .select(({ fn }) => [
        fn.min('ticket_id').as('ticket_id'),
        fn.min('created_at').as('first_at'),
        fn.max('created_at').as('last_at'),
      ])
      .groupBy('text_key')
      .having(sql<number>`count(*)`, '>', sql.lit(1))
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('text_key')
      .limit(limit);
  },
);

const count = statement<{ projectId: string; limit: number }>()((db, { projectId, limit }) =>
  db
    .selectFrom(
      db.selectFrom('held_ticket').select('ticket_id').where('project_id', '=', projectId).limit(limit).as('held'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
);

export const heldTickets = (db: Executor) => ({
  add: (row: HeldTicketRow) => db.run(insert, row),
  /** Call when the ticket gets another status. */
  remove: (playerId: string, ticketId: string) => db.run(remove, { player_id: playerId, ticket_id: ticketId }),
  setText: (playerId: string, ticketId: string, textKey: string) =>
    db.run(setText, { player_id: playerId, ticket_id: ticketId, text_key: textKey }),
  /** Deletes a ticket with its messages. Its receipts stay, so a retry does not repeat it. */
  async delete(playerId: string, ticketId: string): Promise<void> {
    const key = { player_id: playerId, ticket_id: ticketId };
    for (const one of [remove, deleteMessages, deleteEvents]) await db.run(one, key);
    await db.run(deleteTicket, { ...key, status: 'held' as const });
  },
  /** Those created at `until` or before. `textKey` undefined: with any text. */
  some: ({ textKey, ...request }: Omit<Selection, 'textKey'> & { textKey: string | undefined }) =>
    db.all(textKey === undefined ? some : someOfText, { ...request, textKey: textKey ?? '' }),
  /** Texts of two tickets or more, the most frequent first. */
  knownTexts: (projectId: string, examined: number, limit: number) =>
    db.all(knownTexts, { projectId, examined, limit }),
  /** Counted up to `limit`. */
  count: async (projectId: string, limit: number) => (await db.one(count, { projectId, limit }))?.count ?? 0,
});
