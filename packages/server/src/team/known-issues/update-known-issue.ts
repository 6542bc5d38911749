import { ListedKnownIssue, UpdateKnownIssueRequest } from '@player-support/contract/team/known-issues';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { lockKnownIssue } from './find-known-issue.ts';
import { issueValues } from './issue-values.ts';
import { presentKnownIssue } from './present-known-issue.ts';

export const updateKnownIssue = operation({
  id: 'UpdateKnownIssue',
  summary: 'Update a known issue',
  description: 'Absent fields do not change. Its project cannot change.',
  method: 'PATCH',
  url: '/api/v1/team/known-issues/:knownIssueId',
  auth: 'team',
  role: 'agent',
  body: UpdateKnownIssueRequest,
  success: { status: 200, schema: ListedKnownIssue },

  async handle(call, { store, live }) {
    const { body, caller, params, now } = call;
    const { title, description, notes, builds, platforms, state, fixedInBuild, links } = body;
    const values = { title, description, notes, builds, platforms, state, fixedInBuild, links };
    const { after, isRenamed } = await audited(call, store, async (tx) => {
      const before = await lockKnownIssue(tx, caller, params.knownIssueId);
      const after = { ...before, ...issueValues(before, values), updated_at: now };
      await tx.knownIssues.update(after);
      const { known_issue_id: target, project_id: projectId } = after;
      const changed = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      return [
        { after, isRenamed: after.title !== before.title },
        { target, projectId, details: { changed } },
      ];
    });
    live.settingsChanged('known-issues');
    // The queue shows the title at each ticket.
    if (isRenamed) live.ticketChanged(after.project_id, null);
    const ticketsOf = await store.knownIssues.ticketsOf([after.known_issue_id]);
    return { status: 200, body: presentKnownIssue(after, ticketsOf(after.known_issue_id)) };
  },
});
