import { canAccessProject, hasRole, projectIdsOf } from '../domain/access.ts';
import { isUsable } from '../domain/api-key.ts';
import type { Transaction } from '../store/store.ts';

/** Whether the author of what acts later, a member or API key, is still an agent of the project. */
export async function mayStillWrite(
  { members, apiKeys }: Pick<Transaction, 'members' | 'apiKeys'>,
  authorId: string,
  projectId: string,
  now: number,
): Promise<boolean> {
  const member = await members.byId(authorId);
  const key = member === undefined ? await apiKeys.byId(authorId) : undefined;
  if (member !== undefined && member.disabled_at !== null) return false;
  if (key !== undefined && !isUsable(key, now)) return false;
  const author = member ?? key;
  if (author === undefined || !hasRole(author, 'agent')) return false;
  return canAccessProject({ projectIds: projectIdsOf(author.project_ids) }, projectId);
}
