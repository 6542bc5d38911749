import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../tables.ts';

/**
 * The statements that distribute a migrated schema on Citus: every Citus node gets the reference
 * tables, and player data is distributed by player_id. See the Citus documentation, "Create and
 * modify distributed objects".
 */
export function citusStatements(): string[] {
  return [
    ...REFERENCE_TABLES.map((table) => `SELECT create_reference_table('${table}');`),
    ...DISTRIBUTED_TABLES.map((table) => {
      const colocation = table === 'player' ? '' : ", colocate_with => 'player'";
      return `SELECT create_distributed_table('${table}', 'player_id'${colocation});`;
    }),
  ];
}
