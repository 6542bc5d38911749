import { MAX_KNOWN_ISSUES } from '@player-support/contract/limits';
import { CreateKnownIssueRequest, ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { canAccessProject } from '../../domain/access.ts';
import { newId } from '../../domain/ids.ts';
import { invalid } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { created, operation } from '../../operations/operation.ts';
import { EMPTY_ISSUE, issueValues, requireRoom } from './issue-values.ts';
import { NO_COUNTS, presentKnownIssue } from './present-known-issue.ts';

export const createKnownIssue = operation({
  id: 'CreateKnownIssue',
  tag: 'Known issues',
  summary: 'Create a known issue',
  description: `What many tickets are about. Link tickets to it with UpdateTickets. A project has at most ${MAX_KNOWN_ISSUES}. Players see only its public note, and what build fixes it.`,
  method: 'POST',
  url: '/api/v1/team/known-issues',
  auth: 'team',
  role: 'agent',
  body: CreateKnownIssueRequest,
  audited: true,
  needs: ['publicIssues'],
  success: { status: 201, schema: ListedKnownIssue },

  async handle(call, { store, live, publicIssues }) {
    const { body, caller, now } = call;
    const { projectId, title } = body;
    const row = {
      known_issue_id: newId('knownIssue', now),
      project_id: projectId,
      ...issueValues({ ...EMPTY_ISSUE, title }, body),
      created_by: caller.id,
      created_at: now,
      updated_at: now,
    };
    await audited(call, store, async (tx) => {
      const isProject = canAccessProject(caller, projectId) && (await tx.projects.lock(projectId)) !== undefined;
      if (!isProject) throw invalid('projectId', 'unknown-project');
      await requireRoom(tx, row);
      await tx.knownIssues.insert(row);
      return [undefined, { target: row.known_issue_id, projectId }];
    });
    publicIssues.forget(projectId);
    live.settingsChanged('known-issues');
    return created(`/api/v1/team/known-issues/${row.known_issue_id}`, presentKnownIssue(row, NO_COUNTS));
  },
});
