import type { Migration } from './index.ts';

/** Adds response targets, and marks the tickets of blocked players. */
export const responseTargets: Migration = {
  id: '004-response-targets',
  statements: () => [
    'ALTER TABLE project ADD COLUMN response_targets text',
    'ALTER TABLE ticket ADD COLUMN player_blocked integer NOT NULL DEFAULT 0',
    'UPDATE ticket SET player_blocked = 1 WHERE player_id IN (SELECT player_id FROM player WHERE blocked = 1)',
  ],
};
