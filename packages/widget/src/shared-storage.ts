import { indexedDbStorage, type Storage } from '@player-support/client';
import { withLease } from '@player-support/client/lease';

/**
 * Returns storage with a lease for pages without Web Locks (no TLS). Undefined where the SDK's own
 * choice is right.
 */
export function sharedStorage(): Storage | undefined {
  try {
    if (!navigator.locks && globalThis.indexedDB) return withLease(indexedDbStorage());
  } catch {
    // In a sandboxed frame even reading `indexedDB` may throw.
  }
  return undefined;
}
