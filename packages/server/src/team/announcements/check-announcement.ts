import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS_LENGTH, MAX_OPEN_ANNOUNCEMENTS } from '@player-support/contract/limits';
import type { Audience } from '@player-support/contract/team/announcements';
import { canAccessProject } from '../../domain/access.ts';
import { audienceOf } from '../../domain/announcements.ts';
import { iso, parseDateTime, SECOND } from '../../domain/time.ts';
import { invalid, refuseProblems } from '../../errors.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';
import type { Transaction } from '../../store/store.ts';
import type { Grantor } from '../grants.ts';

/** Parses a time into milliseconds since 1970. Null: it is absent or null. */
export function timeOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : (parseDateTime(text) ?? null);
}

/** The requested start. Null: at once. */
export function startOf(
  startsAt: string | null | undefined,
  startsInSeconds: number | undefined,
  now: number,
): number | null {
  return startsInSeconds === undefined ? timeOf(startsAt) : now + startsInSeconds * SECOND;
}

/**
 * Checks the times, the audience's known issue and the author's access. Locks the project. Throws
 * AppError `validation`.
 */
export async function checkAnnouncement(
  { projects, knownIssues }: Pick<Transaction, 'projects' | 'knownIssues'>,
  author: Grantor,
  announcement: StoredAnnouncement,
  now: number,
): Promise<void> {
  const { project_id, starts_at, ends_at } = announcement;
  const problems: FieldProblems = {};
  if (ends_at !== null && ends_at <= Math.max(now, starts_at ?? now)) {
    problems.endsAt = [fieldProblem('wrong-end')];
  }
  const { expiresAt } = author;
  if (expiresAt !== null && (starts_at ?? now) >= expiresAt) {
    problems.startsAt = [fieldProblem('start-after-key', { time: iso(expiresAt) })];
  }
  const project = canAccessProject(author, project_id) ? await projects.lock(project_id) : undefined;
  if (project === undefined) problems.projectId = [fieldProblem('unknown-project')];
  Object.assign(problems, await audienceProblems({ knownIssues }, project_id, audienceOf(announcement)));
  refuseProblems(problems);
}

/** Problems if the audience's known issue is not of the project. */
export async function audienceProblems(
  { knownIssues }: Pick<Transaction, 'knownIssues'>,
  projectId: string,
  audience: Audience | null,
): Promise<FieldProblems> {
  const { knownIssueId } = audience ?? {};
  if (knownIssueId === undefined) return {};
  const issue = await knownIssues.byId(knownIssueId);
  return issue?.project_id === projectId ? {} : { 'audience.knownIssueId': [fieldProblem('unknown-known-issue')] };
}

const lengthOf = ({ body, texts }: StoredAnnouncement) => Array.from(body).length + Array.from(texts ?? '').length;

/**
 * Members load all announcements of a project, so they are limited. `before`: undefined if new.
 * Throws AppError `validation` if too many or too long in total.
 */
export async function requireRoom(
  { announcements }: Pick<Transaction, 'announcements'>,
  after: StoredAnnouncement,
  now: number,
  before?: StoredAnnouncement,
): Promise<void> {
  const { project_id: projectId } = after;
  const isNewHere = before?.project_id !== projectId;
  // A withheld announcement counts as ended.
  const isOpened = isNewHere || before.retracted_at !== null;
  const grown = lengthOf(after) - (isNewHere ? 0 : lengthOf(before));
  if (!isOpened && grown <= 0) return;
  const { count, open, length } = await announcements.size(projectId, now);
  if (isOpened && open >= MAX_OPEN_ANNOUNCEMENTS) {
    throw invalid('projectId', 'too-many-open-announcements', { max: MAX_OPEN_ANNOUNCEMENTS });
  }
  if (isNewHere && count >= MAX_ANNOUNCEMENTS) {
    throw invalid('projectId', 'too-many-announcements', { max: MAX_ANNOUNCEMENTS });
  }
  if (grown > 0 && length + grown > MAX_ANNOUNCEMENTS_LENGTH) {
    const sizes = { length: length + grown, max: MAX_ANNOUNCEMENTS_LENGTH };
    throw invalid('projectId', 'announcements-too-long', sizes);
  }
}
