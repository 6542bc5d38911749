import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { SharedWork } from '../domain/shared-work.ts';
import { MINUTE, SECOND } from '../domain/time.ts';

const MAX_AGE_MS = 10 * MINUTE;
/** An unknown key id loads the keys again, but not sooner. */
const COOLDOWN_MS = 30 * SECOND;

/**
 * Keys that `load` reads when needed. The library's own cache uses the system's clock: set back, it
 * trusts old keys and refuses new ones. `elapsed`: monotonic milliseconds.
 */
export function remoteKeys(load: () => Promise<JSONWebKeySet>, elapsed: () => number): JWTVerifyGetKey {
  let kept: { readonly keys: JWTVerifyGetKey; readonly at: number } | undefined;
  const loading = new SharedWork<JWTVerifyGetKey>();
  const isOlder = (milliseconds: number) => kept === undefined || elapsed() - kept.at >= milliseconds;
  const reload = () =>
    loading.run('', async () => {
      const keys = createLocalJWKSet(await load());
      kept = { keys, at: elapsed() };
      return keys;
    });
  return async (header, token) => {
    const keys = kept === undefined || isOlder(MAX_AGE_MS) ? await reload() : kept.keys;
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isOlder(COOLDOWN_MS)) throw error;
      return (await reload())(header, token);
    }
  };
}
