import { ListedKnownIssue, UpdateKnownIssueRequest } from '@player-support/contract/team/known-issues';
import { record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { findKnownIssue, lockKnownIssue } from './find-known-issue.ts';
import { issueValues, requireRoom } from './issue-values.ts';
import { issueCountsOf, presentKnownIssue } from './present-known-issue.ts';

/** They decide whether players see a known issue, and what. */
const PUBLIC_COLUMNS = ['notes', 'builds', 'platforms', 'state', 'fixed_in_build'] as const;

export const updateKnownIssue = operation({
  id: 'UpdateKnownIssue',
  tag: 'Known issues',
  summary: 'Update a known issue',
  description: 'Absent fields do not change. Its project cannot change.',
  method: 'PATCH',
  url: '/api/v1/team/known-issues/:knownIssueId',
  auth: 'team',
  role: 'agent',
  body: UpdateKnownIssueRequest,
  audited: true,
  needs: ['expensiveReads', 'publicIssues'],
  success: { status: 200, schema: ListedKnownIssue },

  async handle(call, { store, live, publicIssues, expensiveReads }) {
    const { body, caller, params, now } = call;
    const { known_issue_id: id } = await findKnownIssue(store, caller, params.knownIssueId);
    // First: if this read gets 429, nothing has changed yet.
    const counts = (await expensiveReads.run(caller, () => issueCountsOf(store, [id])))(id);
    const { before, after } = await store.transaction(async (tx) => {
      const before = await lockKnownIssue(tx, caller, id);
      const after = { ...before, ...issueValues(before, body), updated_at: now };
      await requireRoom(tx, after, before);
      await tx.knownIssues.update(after);
      const changed = Object.keys(UpdateKnownIssueRequest.properties).filter((name) => name in body);
      await record(tx, call, { target: id, projectId: after.project_id, details: { changed } });
      return { before, after };
    });
    if (PUBLIC_COLUMNS.some((name) => after[name] !== before[name])) publicIssues.forget(after.project_id);
    live.settingsChanged('known-issues');
    // The queue shows the title at each ticket.
    if (after.title !== before.title) live.ticketChanged(after.project_id, null);
    return { status: 200, body: presentKnownIssue(after, counts) };
  },
});
