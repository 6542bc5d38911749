import { bigint, defineTable, integer, nullable, text } from './table.ts';

/** Each engine keeps the words elsewhere. */
export const searchEntryTable = defineTable('search_entry', ['player_id', 'ticket_id', 'seq'], {
  player_id: text(),
  ticket_id: text(),
  /** Of the message. 1: the ticket's subject and first message. */
  seq: integer(),
  /** Sorts by the message's time. See `docIdAt`. */
  doc_id: bigint(),
  /** Null: by an older program. */
  words_version: nullable(integer()),
});

/**
 * Messages that a job must index. Triggers add them at the end of the table, where a write costs
 * least.
 */
export const searchTaskTable = defineTable('search_task', ['task_id'], {
  task_id: integer(),
  player_id: text(),
  ticket_id: text(),
  seq: integer(),
});

/** One row with the name `index`. */
export const searchStateTable = defineTable('search_state', ['name'], {
  name: text(),
  /** The last ticket from before the upgrade whose messages are tasks. Null: all are. */
  player_id: nullable(text()),
  ticket_id: nullable(text()),
  oldest: nullable(bigint()),
});
