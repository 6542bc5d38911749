import { MAX_LISTED_KNOWN_ISSUES } from '@player-support/contract/limits';
import { KnownIssuesQuery, KnownIssuesResponse } from '@player-support/contract/team/known-issues';
import { isId } from '../../domain/ids.ts';
import { invalid } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { issueCountsOf, presentKnownIssue } from './present-known-issue.ts';

export const listKnownIssues = operation({
  id: 'ListKnownIssues',
  tag: 'Known issues',
  summary: 'List known issues',
  description: 'Newest first.',
  method: 'GET',
  url: '/api/v1/team/known-issues',
  auth: 'team',
  role: 'viewer',
  query: KnownIssuesQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: KnownIssuesResponse },

  async handle({ caller, query }, { store, expensiveReads }) {
    const { projectId, state, cursor: before } = query;
    if (before !== undefined && !isId('knownIssue', before)) throw invalid('cursor', 'wrong-cursor');
    const projectIds = (await visibleProjects(store, caller, projectId)).map(({ project_id }) => project_id);
    return expensiveReads.run(caller, async () => {
      const rows = await store.knownIssues.page({ projectIds, state, before, limit: MAX_LISTED_KNOWN_ISSUES + 1 });
      const page = rows.slice(0, MAX_LISTED_KNOWN_ISSUES);
      const ids = page.map(({ known_issue_id }) => known_issue_id);
      const counts = await issueCountsOf(store, ids);
      const knownIssues = page.map((row) => presentKnownIssue(row, counts(row.known_issue_id)));
      const nextCursor = rows.length > page.length ? (ids.at(-1) ?? null) : null;
      return { status: 200, body: { knownIssues, nextCursor } } as const;
    });
  },
});
