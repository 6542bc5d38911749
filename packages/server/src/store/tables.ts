import {
  announcementReceiptTable,
  idempotencyReceiptTable,
  inboxMessageTable,
  messageTable,
  playerTable,
  ticketEventTable,
  ticketTable,
} from './player-tables.ts';
import type { RowOf } from './table.ts';
import {
  announcementTable,
  apiKeyTable,
  auditEntryTable,
  invitationTable,
  macroTable,
  memberSessionTable,
  memberTable,
  projectTable,
  serviceSecretTable,
} from './team-tables.ts';

export * from './player-tables.ts';
export * from './team-tables.ts';

/** Each table comes after the tables that it references. */
const TEAM_TABLES = [
  projectTable,
  apiKeyTable,
  announcementTable,
  memberTable,
  memberSessionTable,
  invitationTable,
  auditEntryTable,
  macroTable,
  serviceSecretTable,
] as const;

const PLAYER_TABLES = [
  playerTable,
  ticketTable,
  messageTable,
  ticketEventTable,
  inboxMessageTable,
  announcementReceiptTable,
  idempotencyReceiptTable,
] as const;

/** Every table except `migration`. Each table comes after the tables that it references. */
export const TABLES = [...TEAM_TABLES, ...PLAYER_TABLES] as const;

/** The rows of all tables, for the query builder. */
export type Tables = { [T in (typeof TABLES)[number] as T['name']]: RowOf<T> };

/** The names of the tables that a sharded database copies to every node. */
export const REFERENCE_TABLES: readonly string[] = [...TEAM_TABLES.map(({ name }) => name), 'migration'];

/** The names of the tables that a sharded database distributes by player_id. */
export const DISTRIBUTED_TABLES: readonly string[] = PLAYER_TABLES.map(({ name }) => name);
