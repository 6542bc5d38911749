import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../tables.ts';

/** Citus does not distribute tables with triggers. */
const TRIGGERS = [
  'DROP TRIGGER search_new_ticket ON ticket',
  'DROP TRIGGER search_ticket_deleted ON ticket',
  'DROP TRIGGER search_new_message ON message',
  'DROP TRIGGER search_file_deleted ON attachment',
];

/**
 * Every Citus node gets the reference tables; player data is distributed by player_id (Citus
 * documentation, "Create and modify distributed objects").
 */
export function citusStatements(): string[] {
  return [
    ...TRIGGERS.map((sql) => `${sql};`),
    // Without this row the index stays empty, and the search says that it is not complete.
    'DELETE FROM search_state;',
    ...REFERENCE_TABLES.map((table) => `SELECT create_reference_table('${table}');`),
    ...DISTRIBUTED_TABLES.map((table) => {
      const colocation = table === 'player' ? '' : ", colocate_with => 'player'";
      return `SELECT create_distributed_table('${table}', 'player_id'${colocation});`;
    }),
  ];
}
