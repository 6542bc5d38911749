import type { AnswerSkip } from '@player-support/contract/enums';
import type { KnownIssueAnswer, ListedKnownIssue } from '@player-support/contract/team/known-issues';
import type { Texts } from '@player-support/contract/team/localized-texts';
import type { SkipCounts } from '../../domain/known-issue-answers.ts';
import { iso } from '../../domain/time.ts';
import type { StoredIssueAnswer } from '../../store/known-issue-answers.ts';
import type { Store } from '../../store/store.ts';
import type { KnownIssueRow } from '../../store/tables.ts';

type IssueCounts = Pick<ListedKnownIssue, 'tickets' | 'subscribers' | 'fixedForPlayers'>;

export const NO_COUNTS: IssueCounts = { tickets: 0, subscribers: 0, fixedForPlayers: { asked: 0, yes: 0, no: 0 } };

/** Reads known issues' counts by id, in three statements for any number. */
export async function issueCountsOf(
  { knownIssues, subscriptions, fixQuestions }: Store,
  ids: readonly string[],
): Promise<(id: string) => IssueCounts> {
  const ticketCountsOf = await knownIssues.ticketCountsOf(ids);
  const subscribersOf = await subscriptions.countsOf(ids);
  const fixOf = await fixQuestions.countsOf(ids);
  return (id) => ({ tickets: ticketCountsOf(id), subscribers: subscribersOf(id), fixedForPlayers: fixOf(id) });
}

export function presentKnownIssue(row: KnownIssueRow, counts: IssueCounts): ListedKnownIssue {
  return {
    id: row.known_issue_id,
    projectId: row.project_id,
    title: row.title,
    description: row.description,
    // The casts: CreateKnownIssue and UpdateKnownIssue checked the rows.
    notes: JSON.parse(row.notes) as ListedKnownIssue['notes'],
    builds: JSON.parse(row.builds) as string[],
    platforms: JSON.parse(row.platforms) as string[],
    state: row.state,
    fixedInBuild: row.fixed_in_build,
    links: JSON.parse(row.links) as ListedKnownIssue['links'],
    ...counts,
    createdBy: row.created_by,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

export function presentAnswer(row: StoredIssueAnswer): KnownIssueAnswer {
  return {
    id: row.answer_id,
    message: row.message,
    texts: textsOf(row),
    status: row.status,
    state: row.state,
    sendAt: iso(row.send_at),
    tickets: row.tickets,
    sent: row.sent,
    skipped: presentSkips(skipsOf(row)),
    author: { id: row.author_id, name: row.author_name },
    createdAt: iso(row.created_at),
  };
}

export const skipsOf = ({ skipped }: Pick<StoredIssueAnswer, 'skipped'>) => JSON.parse(skipped) as SkipCounts;

export const textsOf = ({ texts }: Pick<StoredIssueAnswer, 'texts'>) => JSON.parse(texts ?? '{}') as Texts;

export const presentSkips = (counts: SkipCounts) =>
  // The cast: the keys of SkipCounts.
  Object.entries(counts).map(([reason, tickets]) => ({ reason: reason as AnswerSkip, tickets }));
