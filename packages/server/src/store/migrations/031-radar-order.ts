import type { Migration } from './index.ts';

/**
 * Finds the counters of players that the build radar has not added up, in the order of their
 * series. Those that are added up are found by the key.
 */
export const radarOrder: Migration = {
  id: '031-radar-order',
  // The lock of the first statement is the stronger one, so that no other program gets between.
  statements: () => [
    'DROP INDEX radar_count_hour',
    `CREATE INDEX radar_count_series ON radar_count (project_id, hour, build, platform, type, player_id)
      WHERE player_id <> '*'`,
  ],
};
