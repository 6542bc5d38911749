import type { Texts } from '@player-support/contract/team/localized-texts';
import { type Affected, affectedBy } from '../domain/public-issues.ts';
import { SharedWork } from '../domain/shared-work.ts';
import { SECOND } from '../domain/time.ts';
import type { Store } from './store.ts';
import type { KnownIssueRow } from './tables.ts';

/** Limits the delay if another node's notification is lost. */
const MAX_AGE_MS = SECOND;

/** What players may know. */
export interface PublicIssue {
  readonly id: string;
  readonly notes: Texts;
  readonly affected: Affected;
  readonly state: Exclude<KnownIssueRow['state'], 'closed'>;
  readonly fixedInBuild: string | null;
}

interface Entry {
  readonly issues: readonly PublicIssue[];
  readonly expiresAt: number;
}

/**
 * Many players ask for the few public known issues. Call `forget` after a commit that changes one.
 */
export function createPublicIssues(store: Store, elapsed: () => number) {
  const entries = new Map<string, Entry>();
  const reads = new SharedWork<readonly PublicIssue[]>();
  let changes = 0;

  function drop(projectId: string | undefined): void {
    changes++;
    reads.forget();
    if (projectId === undefined) entries.clear();
    else entries.delete(projectId);
  }
  store.bus?.subscribe('known-issues', (ids) => {
    if (ids === undefined) drop(undefined);
    else for (const id of ids) drop(String(id));
  });

  async function load(projectId: string): Promise<readonly PublicIssue[]> {
    const changesAtStart = changes;
    const expiresAt = elapsed() + MAX_AGE_MS;
    const issues = (await store.knownIssues.publicOfProject(projectId)).map(presentable);
    if (changesAtStart === changes) entries.set(projectId, { issues, expiresAt });
    return issues;
  }

  return {
    /** Newest first. */
    async of(projectId: string): Promise<readonly PublicIssue[]> {
      const entry = entries.get(projectId);
      if (entry !== undefined && elapsed() < entry.expiresAt) return entry.issues;
      return reads.run(projectId, () => load(projectId));
    },
    forget(projectId: string): void {
      drop(projectId);
      // If lost, other nodes see the change when their entries expire.
      store.bus?.publish('known-issues', projectId);
    },
  };
}

function presentable(row: Awaited<ReturnType<Store['knownIssues']['publicOfProject']>>[number]): PublicIssue {
  // Until then it is only a plan of the team.
  const fixedInBuild = row.state === 'fixed' ? row.fixed_in_build : null;
  return {
    id: row.known_issue_id,
    // The casts: the rows have what CreateKnownIssue and UpdateKnownIssue checked.
    notes: JSON.parse(row.notes) as Texts,
    affected: affectedBy({
      builds: JSON.parse(row.builds) as string[],
      platforms: JSON.parse(row.platforms) as string[],
      fixedInBuild,
    }),
    // The cast: the statement leaves out those that are closed.
    state: row.state as PublicIssue['state'],
    fixedInBuild,
  };
}

export type PublicIssues = ReturnType<typeof createPublicIssues>;
