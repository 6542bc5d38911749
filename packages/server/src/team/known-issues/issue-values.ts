import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { MAX_KNOWN_ISSUE_NOTES_LENGTH, MAX_KNOWN_ISSUES } from '@player-support/contract/limits';
import { DEFAULT_LOCALE } from '@player-support/contract/locales';
import type { UpdateKnownIssueRequest } from '@player-support/contract/team/known-issues';
import type { Static } from 'typebox';
import { inOrder } from '../../domain/localized-texts.ts';
import { invalid, refuseProblems } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { KnownIssueRow } from '../../store/tables.ts';

type Values = Omit<KnownIssueRow, 'known_issue_id' | 'project_id' | 'created_by' | 'created_at' | 'updated_at'>;

/** The defaults of a new known issue. */
export const EMPTY_ISSUE: Omit<Values, 'title'> = {
  description: '',
  notes: '{}',
  builds: '[]',
  platforms: '[]',
  state: 'investigating',
  fixed_in_build: null,
  links: '[]',
};

/** Throws AppError `validation`. */
export function issueValues(before: Values, fields: Static<typeof UpdateKnownIssueRequest>): Values {
  const { title, description, notes, builds, platforms, state, fixedInBuild, links } = fields;
  const problems: FieldProblems = {};
  if (notes !== undefined && Object.keys(notes).length > 0 && notes[DEFAULT_LOCALE] === undefined) {
    problems[`notes.${DEFAULT_LOCALE}`] = [fieldProblem('default-note-needed')];
  }
  for (const [at, { url }] of (links ?? []).entries()) {
    if (!isSafe(url)) problems[`links.${at}.url`] = [fieldProblem('unsafe-link')];
  }
  refuseProblems(problems);
  return {
    title: title ?? before.title,
    description: description ?? before.description,
    notes: json(notes && inOrder(notes)) ?? before.notes,
    builds: texts(builds) ?? before.builds,
    platforms: texts(platforms) ?? before.platforms,
    state: state ?? before.state,
    fixed_in_build: fixedInBuild === undefined ? before.fixed_in_build : (fixedInBuild?.trim() ?? null),
    links: json(links?.map(({ title, url }) => ({ title, url }))) ?? before.links,
  };
}

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

const texts = (list: readonly string[] | undefined) => json(list && [...new Set(list.map((text) => text.trim()))]);

function isSafe(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

const lengthOf = ({ notes }: KnownIssueRow) => Array.from(notes).length;

/**
 * Limits public notes: after a change, a player's next request reads all. `before`: undefined if
 * new. Throws AppError `validation`.
 */
export async function requireRoom(
  { knownIssues }: Transaction,
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
