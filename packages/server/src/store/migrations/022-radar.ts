import type { Migration } from './index.ts';

/**
 * Adds the counters of the build radar: tickets and active players of each hour, and the spikes
 * that it found. See docs/decisions/054-radar.md.
 */
export const radar: Migration = {
  id: '022-radar',
  statements: ({ key }) => [
    `CREATE TABLE radar_count (
      player_id ${key} NOT NULL,
      project_id ${key} NOT NULL,
      hour bigint NOT NULL,
      build ${key} NOT NULL,
      platform ${key} NOT NULL,
      type ${key} NOT NULL,
      tickets integer NOT NULL,
      PRIMARY KEY (player_id, project_id, hour, build, platform, type)
    )`,
    'CREATE INDEX radar_count_hour ON radar_count (project_id, hour)',
    `CREATE TABLE radar_player (
      project_id ${key} NOT NULL REFERENCES project (project_id),
      hour bigint NOT NULL,
      build ${key} NOT NULL,
      platform ${key} NOT NULL,
      node ${key} NOT NULL,
      players integer NOT NULL,
      sketch text,
      PRIMARY KEY (project_id, hour, build, platform, node)
    )`,
    `CREATE TABLE radar_spike (
      project_id ${key} NOT NULL REFERENCES project (project_id),
      build ${key} NOT NULL,
      platform ${key} NOT NULL,
      type ${key} NOT NULL,
      hour bigint NOT NULL,
      last_hour bigint NOT NULL,
      tickets integer NOT NULL,
      players integer NOT NULL,
      expected double precision NOT NULL,
      once_per_hours double precision NOT NULL,
      found_at bigint NOT NULL,
      PRIMARY KEY (project_id, build, platform, type, hour)
    )`,
    'CREATE INDEX radar_spike_found ON radar_spike (project_id, last_hour)',
  ],
};
