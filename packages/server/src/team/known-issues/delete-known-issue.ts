import { nextTurn } from '../../domain/next-turn.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import type { Stores } from '../../store/store.ts';
import { findKnownIssue, lockKnownIssue } from './find-known-issue.ts';

/** Subscriptions, or players with questions, per statement. */
const STEP = 500;

export const deleteKnownIssue = operation({
  id: 'DeleteKnownIssue',
  tag: 'Known issues',
  summary: 'Delete a known issue',
  description:
    'Possible only if no ticket is linked to it and no answer is being sent. The list of its answers and its subscriptions are deleted too; the messages in the tickets stay.',
  method: 'DELETE',
  url: '/api/v1/team/known-issues/:knownIssueId',
  auth: 'team',
  role: 'admin',
  audited: true,
  needs: ['publicIssues'],
  success: { status: 204 },
  failures: [409],

  async handle(call, { store, live, publicIssues }) {
    const { caller, params } = call;
    const { known_issue_id: id } = await findKnownIssue(store, caller, params.knownIssueId);
    await requireUnused(store, id);
    await removeOfPlayers(store, id);
    const deletedOf = await audited(call, store, async (tx) => {
      // With this lock, no ticket can be linked meanwhile.
      const { project_id: projectId } = await lockKnownIssue(tx, caller, id);
      await requireUnused(tx, id);
      await removeOfPlayers(tx, id);
      await tx.knownIssueAnswers.removeOfKnownIssue(id);
      await tx.knownIssues.remove(id);
      return [projectId, { target: id, projectId }];
    });
    publicIssues.forget(deletedOf);
    live.settingsChanged('known-issues');
    return { status: 204 };
  },
});

async function requireUnused({ knownIssues, knownIssueAnswers }: Stores, id: string): Promise<void> {
  const tickets = (await knownIssues.ticketCountsOf([id]))(id);
  if (tickets > 0) {
    const linked = `${tickets} ticket${tickets === 1 ? ' is' : 's are'} linked to it.`;
    throw inUse(
      `${linked} Unlink them first. Merged tickets cannot be unlinked: if there are any, close the known issue instead.`,
    );
  }
  const answers = await knownIssueAnswers.ofKnownIssue(id);
  if (answers.some(({ state }) => state === 'waiting' || state === 'sending')) {
    throw inUse('An answer is not completely sent. Cancel it first.');
  }
}

/** Deletes in steps: very many can be subscribed, and nobody must wait. */
async function removeOfPlayers({ subscriptions, fixQuestions }: Stores, id: string): Promise<void> {
  for (const { removeSome } of [fixQuestions, subscriptions]) {
    while ((await removeSome(id, STEP)) > 0) await nextTurn();
  }
}

const inUse = (detail: string) => new AppError('known-issue-in-use', { detail });
