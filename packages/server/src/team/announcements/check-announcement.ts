import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS_LENGTH, MAX_OPEN_ANNOUNCEMENTS } from '@player-support/contract/limits';
import type {
  AnnouncementTexts,
  Audience,
  UpdateAnnouncementRequest,
} from '@player-support/contract/team/announcements';
import type { Static } from 'typebox';
import { type Access, canAccessProject } from '../../domain/access.ts';
import { audienceOf } from '../../domain/announcements.ts';
import { cleanAudience } from '../../domain/audience.ts';
import { canonicalTimeZone } from '../../domain/local-time.ts';
import { inOrder } from '../../domain/localized-texts.ts';
import { iso, parseDateTime, SECOND } from '../../domain/time.ts';
import { AppError, invalid, refuseProblems } from '../../errors.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';
import type { Stores, Transaction } from '../../store/store.ts';
import type { Grantor } from '../grants.ts';

type Values = Pick<StoredAnnouncement, 'title' | 'body' | 'ends_at' | 'texts' | 'audience' | 'time_zone'>;
type Request = Static<typeof UpdateAnnouncementRequest>;

/** The defaults of a new announcement. */
export const PLAIN: Values = { title: '', body: '', ends_at: null, texts: null, audience: null, time_zone: null };

/** Null: absent or null. */
function timeOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : (parseDateTime(text) ?? null);
}

/** The requested start. Null: at once. */
export function startOf({ startsAt, startsInSeconds }: Request, now: number): number | null {
  return startsInSeconds === undefined ? timeOf(startsAt) : now + startsInSeconds * SECOND;
}

/** Throws AppError `validation`. */
export function announcementValues(before: Values, request: Request): Values {
  const { title = before.title, body = before.body, endsAt, texts, audience, timeZone } = request;
  const cleaned = cleanAudience(audience ?? {});
  const problems = { ...cleaned.problems };
  const zone = typeof timeZone === 'string' ? canonicalTimeZone(timeZone) : null;
  if (zone === undefined) problems.timeZone = [fieldProblem('unknown-zone-of-times')];
  refuseProblems(problems);
  return {
    title,
    body,
    ends_at: endsAt === undefined ? before.ends_at : timeOf(endsAt),
    texts: texts === undefined ? before.texts : storedTexts(texts),
    audience: audience === undefined ? before.audience : cleaned.audience && JSON.stringify(cleaned.audience),
    time_zone: timeZone === undefined ? before.time_zone : (zone ?? null),
  };
}

function storedTexts(texts: AnnouncementTexts): string | null {
  const named = Object.entries(inOrder(texts)).map(([locale, { title, body }]) => [locale, { title, body }]);
  return named.length === 0 ? null : JSON.stringify(Object.fromEntries(named));
}

/** Throws AppError `not-found`, also for another project. */
export function requireVisible(caller: Access, announcement: StoredAnnouncement | undefined): StoredAnnouncement {
  if (announcement === undefined || !canAccessProject(caller, announcement.project_id)) throw new AppError('not-found');
  return announcement;
}

/**
 * Checks the times, the audience's known issue and the author's access. Locks the project. Throws
 * AppError `validation`.
 */
export async function checkAnnouncement(tx: Transaction, author: Grantor, one: StoredAnnouncement, now: number) {
  const { project_id, starts_at, ends_at } = one;
  const problems: FieldProblems = {};
  if (ends_at !== null && ends_at <= Math.max(now, starts_at ?? now)) problems.endsAt = [fieldProblem('wrong-end')];
  const { expiresAt } = author;
  if (expiresAt !== null && (starts_at ?? now) >= expiresAt) {
    problems.startsAt = [fieldProblem('start-after-key', { time: iso(expiresAt) })];
  }
  const project = canAccessProject(author, project_id) ? await tx.projects.lock(project_id) : undefined;
  if (project === undefined) problems.projectId = [fieldProblem('unknown-project')];
  Object.assign(problems, await audienceProblems(tx, project_id, audienceOf(one)));
  refuseProblems(problems);
}

/** Problems if the audience's known issue is not of the project. */
export async function audienceProblems(
  { knownIssues }: Stores,
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
 * Limits them: members load all of a project. `before`: undefined if new. Throws AppError
 * `validation`.
 */
export async function requireRoom(
  { announcements }: Transaction,
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
