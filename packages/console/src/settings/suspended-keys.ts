import type { ApiKeyResponse } from '@player-support/contract/accounts';

/** The server takes so many at once. */
const AT_ONCE = 100;

export const isSuspended = ({ suspendedAt, revokedAt }: ApiKeyResponse) => suspendedAt !== null && revokedAt === null;

/** Whether a member made the key, or made the key that made it, and so on. Then somebody else must take it over. */
function isOwn(key: ApiKeyResponse, keys: readonly ApiKeyResponse[], memberId: string): boolean {
  const seen = new Set<string>();
  for (let maker = key.createdBy; maker !== null && !seen.has(maker); ) {
    if (maker === memberId) return true;
    seen.add(maker);
    maker = keys.find(({ id }) => id === maker)?.createdBy ?? null;
  }
  return false;
}

/** The suspended keys that a member may take over at once. The server decides; this only hides what it would refuse. */
export function keysToTakeOver(keys: readonly ApiKeyResponse[], memberId: string): ApiKeyResponse[] {
  return keys.filter((key) => isSuspended(key) && !isOwn(key, keys, memberId)).slice(0, AT_ONCE);
}
