import type { Texts } from '@player-support/contract/team/localized-texts';
import { type Affected, affectedBy } from '../domain/public-issues.ts';
import { createProjectEntries } from './project-entries.ts';
import type { Store } from './store.ts';
import type { KnownIssueRow } from './tables.ts';

/** What players may know. */
export interface PublicIssue {
  readonly id: string;
  readonly notes: Texts;
  readonly affected: Affected;
  readonly state: Exclude<KnownIssueRow['state'], 'closed'>;
  readonly fixedInBuild: string | null;
}

/**
 * Many players ask for the few public known issues. Call `forget` after a commit that changes one.
 */
export function createPublicIssues(store: Store, elapsed: () => number) {
  const entries = createProjectEntries<readonly PublicIssue[]>(store.bus, 'known-issues', elapsed);
  return {
    /** Newest first. */
    of: async (projectId: string): Promise<readonly PublicIssue[]> =>
      entries.fresh(projectId) ??
      (await entries.read(projectId, async () => {
        const rows = await store.knownIssues.publicOfProject(projectId);
        return [projectId, rows.map(presentable)];
      })) ??
      [],
    forget: entries.forget,
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
