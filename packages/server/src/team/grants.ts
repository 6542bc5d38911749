import { type Access, covers, hasRole, projectIdsOf } from '../domain/access.ts';
import { isUsable } from '../domain/api-key.ts';
import { AppError, invalid } from '../errors.ts';
import type { TeamCaller } from '../operations/callers.ts';
import type { Call } from '../operations/operation.ts';
import { keyRefused, sessionEnded } from '../operations/unauthorized.ts';
import type { Transaction } from '../store/store.ts';
import type { MemberRow } from '../store/tables.ts';

/** Of a member, an invitation or an API key. */
export function accessOf({ role, project_ids }: Pick<MemberRow, 'role' | 'project_ids'>): Access {
  return { role, projectIds: projectIdsOf(project_ids) };
}

/** The caller with its stored access. Nobody may grant or remove more than they have. */
export interface Grantor extends Access {
  /** Of the caller's API key. Null: never. */
  readonly expiresAt: number | null;
}

/**
 * Locks the caller and reads its access again. Removing access takes the same lock. Throws AppError
 * `unauthorized`, or `forbidden` if it is no longer an admin.
 */
export async function lockGrantor(
  tx: Pick<Transaction, 'members' | 'apiKeys'>,
  { type, id, responsibleId }: Pick<TeamCaller, 'type' | 'id' | 'responsibleId'>,
  now: number,
): Promise<Grantor> {
  // What several keys of one creator grant at once counts together.
  if (responsibleId !== id && (await tx.members.lock(responsibleId)) === undefined)
    await tx.apiKeys.lock(responsibleId);
  const grantor = type === 'member' ? await lockMember(tx, id) : await lockKey(tx, id, now);
  if (!hasRole(grantor, 'admin')) throw new AppError('forbidden', { detail: 'This needs the role admin.' });
  return grantor;
}

async function lockMember({ members }: Pick<Transaction, 'members'>, id: string): Promise<Grantor> {
  const member = await members.lock(id);
  if (member?.disabled_at !== null) throw sessionEnded();
  return { ...accessOf(member), expiresAt: null };
}

async function lockKey({ apiKeys }: Pick<Transaction, 'apiKeys'>, id: string, now: number): Promise<Grantor> {
  const key = await apiKeys.lock(id);
  if (key === undefined || !isUsable(key, now)) throw keyRefused();
  return { ...accessOf(key), expiresAt: key.expires_at };
}

/** Throws AppError `forbidden`. */
export function requireAllProjects({ projectIds }: Pick<Access, 'projectIds'>): void {
  if (projectIds !== null) throw new AppError('forbidden', { detail: 'This needs access to all projects.' });
}

/** Throws AppError `forbidden` unless the caller has at least this access. */
export function requireCovered(caller: Access, given: Access): void {
  if (covers(caller, given)) return;
  throw new AppError('forbidden', {
    detail: 'This needs access that you do not have: a higher role, or more projects.',
  });
}

/** Locks a member and counts the owners. Throws AppError `not-found` or `forbidden`. */
export async function lockMemberToChange(
  tx: Transaction,
  { caller, now }: Pick<Call<'team'>, 'caller' | 'now'>,
  memberId: string,
) {
  // First, so that two owners cannot remove each other at once, and nothing deadlocks.
  const owners = await tx.members.lockOwners();
  const grantor = await lockGrantor(tx, caller, now);
  const member = await tx.members.lock(memberId);
  if (member === undefined) throw new AppError('not-found');
  requireCovered(grantor, accessOf(member));
  return { owners, grantor, member };
}

export function withoutDuplicates(projectIds: readonly string[] | null | undefined): string[] | null | undefined {
  return projectIds && [...new Set(projectIds)];
}

/** Throws AppError `validation` unless all exist. */
export async function requireProjects({ projects }: Transaction, projectIds: readonly string[] | null): Promise<void> {
  if (projectIds === null) return;
  const existing = new Set((await projects.list()).map(({ project_id }) => project_id));
  if (!projectIds.every((id) => existing.has(id))) throw invalid('projectIds', 'unknown-projects');
}
