import type { ApiKeyResponse } from '@player-support/contract/team/api-keys';

export const isSuspended = ({ suspendedAt, revokedAt }: ApiKeyResponse) => suspendedAt !== null && revokedAt === null;

/** Own keys, and those made through them, must be taken over by another member. */
function isOwn(key: ApiKeyResponse, keys: readonly ApiKeyResponse[], memberId: string): boolean {
  const seen = new Set<string>();
  for (let creator = key.createdBy; creator !== null && !seen.has(creator); ) {
    if (creator === memberId) return true;
    seen.add(creator);
    creator = keys.find(({ id }) => id === creator)?.createdBy ?? null;
  }
  return false;
}

/** The server checks it again. */
export function keysToTakeOver(keys: readonly ApiKeyResponse[], memberId: string): ApiKeyResponse[] {
  return keys.filter((key) => isSuspended(key) && !isOwn(key, keys, memberId));
}
