import { bigint, defineTable, integer, nullable, text } from './table.ts';

/** Messages that are in the index of the search. Their words are where each engine keeps them. */
export const searchEntryTable = defineTable('search_entry', ['player_id', 'ticket_id', 'seq'], {
  player_id: text(),
  ticket_id: text(),
  /** That of the message. 1: the subject and the first message of the ticket. */
  seq: integer(),
  /** Sorts by the time of the message. See `docIdAt`. */
  doc_id: bigint(),
});

/**
 * Messages that a job must put into the index. Triggers of the database add them at the end of the
 * table, because that costs a write the least.
 */
export const searchTaskTable = defineTable('search_task', ['task_id'], {
  task_id: integer(),
  player_id: text(),
  ticket_id: text(),
  seq: integer(),
});

/** The progress of the index, in one row with the name `index`. */
export const searchStateTable = defineTable('search_state', ['name'], {
  name: text(),
  /** The last ticket of before the upgrade whose messages are tasks. Null: all of them are. */
  player_id: nullable(text()),
  ticket_id: nullable(text()),
  /** The lowest `doc_id` that there was. */
  oldest: nullable(bigint()),
});
