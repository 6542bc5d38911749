import { ProjectAnnouncements } from '../domain/announcements.ts';
import type { StoredAnnouncement } from './announcements.ts';
import { createProjectEntries } from './project-entries.ts';
import type { Store } from './store.ts';
import type { ProjectRow } from './tables.ts';

interface Entry {
  readonly project: ProjectRow;
  readonly announcements: ProjectAnnouncements<StoredAnnouncement>;
}

/**
 * Projects with their open announcements. Every request needs its project, and few change. Call
 * `forget` after a commit that changes one.
 */
export function createProjectCache(store: Store, clock: () => number, elapsed: () => number) {
  const entries = createProjectEntries<Entry>(store.bus, 'project', elapsed);
  const idOfPublicKey = new Map<string, string>();

  const load = (key: string, read: () => Promise<ProjectRow | undefined>): Promise<Entry | undefined> =>
    entries.read(key, async () => {
      const project = await read();
      if (project === undefined) return undefined;
      const { project_id: id, public_key: publicKey } = project;
      const rows = await store.announcements.openOfProject(id, clock());
      // Its computed values stay right while the rows do not change.
      const known = entries.last(id)?.announcements;
      const announcements = known !== undefined && isSame(known.rows, rows) ? known : new ProjectAnnouncements(rows);
      idOfPublicKey.set(publicKey, id);
      return [id, { project, announcements }];
    });

  return {
    byId(id: string): Entry | Promise<Entry | undefined> {
      return entries.fresh(id) ?? load(`id ${id}`, () => store.projects.byId(id));
    },
    byPublicKey(publicKey: string): Entry | Promise<Entry | undefined> {
      const id = idOfPublicKey.get(publicKey);
      const known = id === undefined ? undefined : entries.fresh(id);
      return known ?? load(`key ${publicKey}`, () => store.projects.byPublicKey(publicKey));
    },
    forget: entries.forget,
  };
}

function isSame(before: readonly StoredAnnouncement[], now: readonly StoredAnnouncement[]): boolean {
  return before.length === now.length && now.every((row, at) => hasSameValues(row, before[at]));
}

function hasSameValues(row: StoredAnnouncement, before: StoredAnnouncement | undefined): boolean {
  // The cast: these are the names of its columns.
  return before !== undefined && (Object.keys(row) as (keyof typeof row)[]).every((name) => row[name] === before[name]);
}

export type ProjectCache = ReturnType<typeof createProjectCache>;
