import { MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS_LENGTH, MAX_OPEN_ANNOUNCEMENTS } from '@player-support/contract/limits';
import type { Audience } from '@player-support/contract/team/announcements';
import { canAccessProject } from '../../domain/access.ts';
import { audienceOf } from '../../domain/announcements.ts';
import { iso, parseDateTime, SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';
import type { Transaction } from '../../store/store.ts';
import type { Grantor } from '../grants.ts';

/** A time of a request, in milliseconds since 1970. Null if it is absent or null. */
export function timeOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : (parseDateTime(text) ?? null);
}

/** When a request wants an announcement to begin. Null: at once. */
export function startOf(
  startsAt: string | null | undefined,
  startsInSeconds: number | undefined,
  now: number,
): number | null {
  return startsInSeconds === undefined ? timeOf(startsAt) : now + startsInSeconds * SECOND;
}

/**
 * Checks the times, the known issue of the audience, and that the author may enter the project.
 * Locks the project.
 *
 * @throws AppError `validation`
 */
export async function checkAnnouncement(
  { projects, knownIssues }: Pick<Transaction, 'projects' | 'knownIssues'>,
  author: Grantor,
  announcement: StoredAnnouncement,
  now: number,
): Promise<void> {
  const { project_id, starts_at, ends_at } = announcement;
  const errors: Record<string, string[]> = {};
  if (ends_at !== null && ends_at <= Math.max(now, starts_at ?? now)) {
    errors.endsAt = ['Must be in the future and after startsAt.'];
  }
  const { expiresAt } = author;
  if (expiresAt !== null && (starts_at ?? now) >= expiresAt) {
    errors.startsAt = [`Must be before your API key expires, at ${iso(expiresAt)}.`];
  }
  const project = canAccessProject(author, project_id) ? await projects.lock(project_id) : undefined;
  if (project === undefined) errors.projectId = ['Must be the id of a project.'];
  Object.assign(errors, await audienceErrors({ knownIssues }, project_id, audienceOf(announcement)));
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
}

/** Messages by field if the known issue of an audience does not belong to the project. */
export async function audienceErrors(
  { knownIssues }: Pick<Transaction, 'knownIssues'>,
  projectId: string,
  audience: Audience | null,
): Promise<Record<string, string[]>> {
  const { knownIssueId } = audience ?? {};
  if (knownIssueId === undefined) return {};
  const issue = await knownIssues.byId(knownIssueId);
  return issue?.project_id === projectId
    ? {}
    : { 'audience.knownIssueId': ['Must be the id of a known issue of this project.'] };
}

/** The characters of the texts of an announcement. */
const lengthOf = ({ body, texts }: StoredAnnouncement) => Array.from(body).length + Array.from(texts ?? '').length;

/**
 * Members load all announcements of a project, so these have limits.
 *
 * @param before undefined: a new announcement
 * @throws AppError `validation` if there are too many, or their texts are too long in total
 */
export async function requireRoom(
  { announcements }: Pick<Transaction, 'announcements'>,
  after: StoredAnnouncement,
  now: number,
  before?: StoredAnnouncement,
): Promise<void> {
  const { project_id: projectId } = after;
  const isNewHere = before?.project_id !== projectId;
  // One that was withheld counts as ended.
  const isOpened = isNewHere || before.retracted_at !== null;
  const grown = lengthOf(after) - (isNewHere ? 0 : lengthOf(before));
  if (!isOpened && grown <= 0) return;
  const refuse = (message: string): never => {
    throw new AppError('validation', { errors: { projectId: [message] } });
  };
  const { count, open, length } = await announcements.size(projectId, now);
  if (isOpened && open >= MAX_OPEN_ANNOUNCEMENTS) {
    refuse(
      `This project has ${MAX_OPEN_ANNOUNCEMENTS} announcements that have not ended. Retract or delete some first.`,
    );
  }
  if (isNewHere && count >= MAX_ANNOUNCEMENTS) {
    refuse(`This project has ${MAX_ANNOUNCEMENTS} announcements. Delete old ones first.`);
  }
  if (grown > 0 && length + grown > MAX_ANNOUNCEMENTS_LENGTH) {
    refuse(
      `The announcements of this project would have ${length + grown} characters together. At most ${MAX_ANNOUNCEMENTS_LENGTH} are allowed. Delete old ones first.`,
    );
  }
}
