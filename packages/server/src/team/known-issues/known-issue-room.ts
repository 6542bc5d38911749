import { MAX_KNOWN_ISSUE_NOTES_LENGTH, MAX_KNOWN_ISSUES } from '@player-support/contract/limits';
import { invalid } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { KnownIssueRow } from '../../store/tables.ts';

const lengthOf = ({ notes }: KnownIssueRow) => Array.from(notes).length;

/**
 * Limits public notes: after a change, a player's next request reads all. `before`: undefined if
 * new. Throws AppError `validation` if there are too many or they are too long in total.
 */
export async function requireRoom(
  { knownIssues }: Pick<Transaction, 'knownIssues'>,
  after: KnownIssueRow,
  before?: KnownIssueRow,
): Promise<void> {
  const grown = lengthOf(after) - (before === undefined ? 0 : lengthOf(before));
  if (before !== undefined && grown <= 0) return;
  const { count, length } = await knownIssues.size(after.project_id);
  if (before === undefined && count >= MAX_KNOWN_ISSUES) {
    throw invalid('projectId', 'too-many-known-issues', { max: MAX_KNOWN_ISSUES });
  }
  if (length + grown > MAX_KNOWN_ISSUE_NOTES_LENGTH) {
    throw invalid('notes', 'notes-too-long', { length: length + grown, max: MAX_KNOWN_ISSUE_NOTES_LENGTH });
  }
}
