import { RecentMap } from '../domain/recent-map.ts';
import { isIssued, newSecret, playerOfToken } from '../domain/tokens.ts';
import type { Store } from '../store/store.ts';

declare module '../operations/context.ts' {
  interface Parts {
    readonly tokenTags: TokenTags;
  }
}

const NAME = 'player-token-tags';
/** Of a refused token. A token is a secret, so not all is remembered. */
const TAIL_LENGTH = 16;
/** At least, and up to twice as many. */
const MAX_REFUSED = 10_000;

/** Recognizes this service's tokens, without the database. All nodes share the key. */
export function createTokenTags(store: Pick<Store, 'serviceSecrets'>) {
  let cachedKey: string | undefined;
  const refused = new RecentMap<true>(MAX_REFUSED);

  /** The first node that asks creates it. */
  async function key(): Promise<string> {
    const { serviceSecrets } = store;
    cachedKey ??= (await serviceSecrets.byName(NAME)) ?? (await serviceSecrets.createOnce(NAME, newSecret()));
    return cachedKey;
  }

  return {
    key,
    /** Finds the player of a token that this service issued, even if no longer valid. */
    playerOf: (token: string): string | undefined =>
      cachedKey !== undefined && refused.get(token.slice(-TAIL_LENGTH)) === undefined && isIssued(token, cachedKey)
        ? playerOfToken(token)
        : undefined,
    /** `playerOf` then returns undefined for it. */
    refuse: (token: string): void => refused.set(token.slice(-TAIL_LENGTH), true),
  };
}

export type TokenTags = ReturnType<typeof createTokenTags>;
