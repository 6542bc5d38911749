import { type Access, covers, hasRole, projectIdsOf } from '../domain/access.ts';
import { isUsable } from '../domain/api-key.ts';
import { AppError } from '../errors.ts';
import type { TeamCaller } from '../operations/callers.ts';
import { keyRefused, sessionEnded } from '../operations/unauthorized.ts';
import type { Transaction } from '../store/store.ts';
import type { ApiKeyRow, InvitationRow, MemberRow } from '../store/tables.ts';

/** Nobody grants more access than they have, or takes away more than they have. */

/** What a member, an invitation or a key may do. */
export function accessOf({
  role,
  project_ids,
}: Pick<MemberRow | InvitationRow | ApiKeyRow, 'role' | 'project_ids'>): Access {
  return { role, projectIds: projectIdsOf(project_ids) };
}

/** Who calls, as it is stored at this moment. */
interface Grantor extends Access {
  /** When it loses its access by itself; null: never. */
  readonly expiresAt: number | null;
}

/**
 * Locks the member or key that calls. It was authenticated before this transaction began and may
 * have lost access since then. Removing access locks the same row, so both cannot happen at once.
 *
 * @throws AppError `unauthorized`, `forbidden` if it is no admin any more
 */
export async function lockGrantor(
  tx: Pick<Transaction, 'members' | 'apiKeys'>,
  { type, id }: Pick<TeamCaller, 'type' | 'id'>,
  now: number,
): Promise<Grantor> {
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

/** @throws AppError `forbidden` */
export function requireCovered(caller: Access, given: Access): void {
  if (covers(caller, given)) return;
  throw new AppError('forbidden', {
    detail: 'This needs access that you do not have: a higher role, or more projects.',
  });
}

/** The ids of projects as a body has them, each once. */
export function withoutDuplicates(projectIds: readonly string[] | null | undefined): string[] | null | undefined {
  return projectIds && [...new Set(projectIds)];
}

/** @throws AppError `validation` if one of them is no project */
export async function requireProjects(
  { projects }: Pick<Transaction, 'projects'>,
  projectIds: readonly string[] | null,
): Promise<void> {
  if (projectIds === null) return;
  const known = new Set((await projects.list()).map(({ project_id }) => project_id));
  if (projectIds.every((id) => known.has(id))) return;
  throw new AppError('validation', { errors: { projectIds: ['Must be the ids of projects.'] } });
}
