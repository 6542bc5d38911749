import { ProjectAnnouncements } from '../domain/announcements.ts';
import { SharedWork } from '../domain/shared-work.ts';
import { SECOND } from '../domain/time.ts';
import type { StoredAnnouncement } from './announcements.ts';
import type { Store } from './store.ts';
import type { ProjectRow } from './tables.ts';

/** Limits the delay if another node's notification is lost. */
const MAX_AGE_MS = SECOND;

interface Entry {
  readonly project: ProjectRow;
  readonly announcements: ProjectAnnouncements<StoredAnnouncement>;
  readonly expiresAt: number;
}

/**
 * Projects with their open announcements. Every request needs its project, and few change. Call
 * `forget` after a commit that changes one.
 */
export function createProjectCache(store: Store, clock: () => number, elapsed: () => number) {
  const byId = new Map<string, Entry>();
  const reads = new SharedWork<Entry | undefined>();
  let changes = 0;
  const idOfPublicKey = new Map<string, string>();

  /** Caches a project that was read, unless something changed meanwhile. */
  async function remember(project: ProjectRow | undefined, changesAtStart: number): Promise<Entry | undefined> {
    if (project === undefined) return undefined;
    const rows = await store.announcements.openOfProject(project.project_id, clock());
    // Its computed values stay right while the rows do not change.
    const known = byId.get(project.project_id)?.announcements;
    const announcements = known !== undefined && isSame(known.rows, rows) ? known : new ProjectAnnouncements(rows);
    const entry = { project, announcements, expiresAt: elapsed() + MAX_AGE_MS };
    if (changesAtStart !== changes) return entry;
    byId.set(project.project_id, entry);
    idOfPublicKey.set(project.public_key, project.project_id);
    return entry;
  }

  function load(key: string, project: () => Promise<ProjectRow | undefined>): Promise<Entry | undefined> {
    return reads.run(key, async () => {
      const changesAtStart = changes;
      return remember(await project(), changesAtStart);
    });
  }

  function fresh(id: string | undefined): Entry | undefined {
    const entry = id === undefined ? undefined : byId.get(id);
    return entry !== undefined && elapsed() < entry.expiresAt ? entry : undefined;
  }

  function drop(projectId: string | undefined): void {
    changes++;
    reads.forget();
    if (projectId === undefined) byId.clear();
    else byId.delete(projectId);
  }
  store.bus?.subscribe('project', (ids) => {
    if (ids === undefined) drop(undefined);
    else for (const id of ids) drop(String(id));
  });

  return {
    byId(id: string): Entry | Promise<Entry | undefined> {
      return fresh(id) ?? load(`id ${id}`, () => store.projects.byId(id));
    },
    byPublicKey(publicKey: string): Entry | Promise<Entry | undefined> {
      const known = fresh(idOfPublicKey.get(publicKey));
      return known ?? load(`key ${publicKey}`, () => store.projects.byPublicKey(publicKey));
    },
    /** Drops a changed project, also on the other nodes. */
    forget(projectId: string): void {
      drop(projectId);
      // If lost, other nodes see the change when their entries expire.
      store.bus?.publish('project', projectId);
    },
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
