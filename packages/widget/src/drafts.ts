import { type PageStorage, pageStorage } from './page-storage.ts';

/** Written, but not sent. */
export interface Draft {
  readonly type?: string;
  readonly subject?: string;
  readonly message: string;
}

/** More than a player has at one time. The oldest go first. */
const MAX_DRAFTS = 20;

export interface Drafts {
  /** @param id the ticket, or `new` */
  get(id: string): Draft | undefined;
  set(id: string, draft: Draft | undefined): void;
  clear(): void;
}

/**
 * Keeps one user's drafts on this device until the page closes for good.
 *
 * @param owner the project and the user
 */
export function draftsOf(owner: string, storage: PageStorage = pageStorage('sessionStorage')): Drafts {
  const key = `player-support:drafts:${owner}`;
  function read(): Map<string, Draft> {
    try {
      const stored: unknown = JSON.parse(storage.get(key) ?? '[]');
      return new Map(Array.isArray(stored) ? stored.filter(isStoredDraft) : []);
    } catch {
      return new Map();
    }
  }
  return {
    clear: () => storage.set(key, undefined),
    get: (id) => read().get(id),
    set(id, draft) {
      const drafts = read();
      drafts.delete(id);
      if (draft !== undefined) drafts.set(id, draft);
      const newest = [...drafts].slice(-MAX_DRAFTS);
      storage.set(key, newest.length === 0 ? undefined : JSON.stringify(newest));
    },
  };
}

function isStoredDraft(stored: unknown): stored is [string, Draft] {
  return Array.isArray(stored) && typeof stored[0] === 'string' && typeof stored[1]?.message === 'string';
}
