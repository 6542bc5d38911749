import { SECOND } from '../domain/time.ts';
import type { Store } from './store.ts';
import type { AnnouncementRow, ProjectRow } from './tables.ts';

/** Maximum age of an entry. It limits the delay if another node's notification is lost. */
const MAX_AGE_MS = SECOND;

interface Entry {
  readonly project: ProjectRow;
  readonly announcements: readonly AnnouncementRow[];
  readonly expiresAt: number;
}

/**
 * Caches projects and their announcements. Every request needs its project, and projects are few
 * and rarely change. Call `forget` after a commit that changes one.
 */
export function createProjectCache(store: Store, clock: () => number) {
  const byId = new Map<string, Entry>();
  let changes = 0;
  const idOfPublicKey = new Map<string, string>();

  /** Caches a project that was read, unless something changed in the meantime. */
  async function remember(project: ProjectRow | undefined, changesAtStart: number): Promise<Entry | undefined> {
    if (project === undefined) return undefined;
    const announcements = await store.announcements.listOfProject(project.project_id);
    const entry = { project, announcements, expiresAt: clock() + MAX_AGE_MS };
    if (changesAtStart !== changes) return entry;
    byId.set(project.project_id, entry);
    idOfPublicKey.set(project.public_key, project.project_id);
    return entry;
  }

  function load(project: Promise<ProjectRow | undefined>): Promise<Entry | undefined> {
    const changesAtStart = changes;
    return project.then((row) => remember(row, changesAtStart));
  }

  function fresh(id: string | undefined): Entry | undefined {
    const entry = id === undefined ? undefined : byId.get(id);
    return entry !== undefined && clock() < entry.expiresAt ? entry : undefined;
  }

  function drop(projectId: string | undefined): void {
    changes++;
    if (projectId === undefined) byId.clear();
    else byId.delete(projectId);
  }
  store.bus?.subscribe('project', (ids) => {
    if (ids === undefined) drop(undefined);
    else for (const id of ids) drop(String(id));
  });

  return {
    byId(id: string): Entry | Promise<Entry | undefined> {
      return fresh(id) ?? load(store.projects.byId(id));
    },
    byPublicKey(publicKey: string): Entry | Promise<Entry | undefined> {
      return fresh(idOfPublicKey.get(publicKey)) ?? load(store.projects.byPublicKey(publicKey));
    },
    /** Drops a changed project, and notifies the other nodes. */
    forget(projectId: string): void {
      drop(projectId);
      // If this is lost, the other nodes see the change when their entries expire.
      store.bus?.publish('project', projectId);
    },
  };
}

export type ProjectCache = ReturnType<typeof createProjectCache>;
