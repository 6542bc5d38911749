import { HOUR } from '../../packages/server/src/domain/time.ts';
import type { Store } from '../../packages/server/src/store/store.ts';

const TYPES = ['bug', 'payment', 'gameplay', 'account', 'other'];

interface Size {
  /** The last hour is that of this time. */
  readonly now: number;
  readonly hours: number;
  readonly builds: number;
  readonly platforms: readonly string[];
}

/** Adds up a ticket in each hour, for each build, platform and type. Returns how many. */
export async function fillRadar(store: Store, projectId: string, size: Size): Promise<number> {
  const { now, hours, builds, platforms } = size;
  const running = Math.floor(now / HOUR);
  let rows = 0;
  for (let hour = running - hours; hour <= running; hour++) {
    await store.transaction(async (tx) => {
      const sums = [];
      for (let build = 0; build < builds; build++) {
        for (const platform of platforms) {
          const radar = { build: `1.${build}`, platform };
          const players = { project_id: projectId, hour, ...radar, node: '', players: 1000, sketch: null };
          await tx.radarPlayers.save(players);
          for (const type of TYPES) {
            sums.push({ ...radar, type, tickets: 1 });
          }
        }
      }
      await tx.radarCounts.fold(projectId, hour, sums);
      rows += sums.length;
    });
  }
  return rows;
}
