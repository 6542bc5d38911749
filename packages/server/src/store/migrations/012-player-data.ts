import type { Migration } from './index.ts';

/** Adds where a project's player data is, and the secret that signs the requests. */
export const playerData: Migration = {
  id: '012-player-data',
  statements: () => [
    'ALTER TABLE project ADD COLUMN player_data_url text',
    'ALTER TABLE project ADD COLUMN player_data_secret text',
  ],
};
