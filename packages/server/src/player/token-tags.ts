import { RecentMap } from '../domain/recent-map.ts';
import { isIssued, newTagKey, playerOfToken } from '../domain/tokens.ts';
import type { Store } from '../store/store.ts';

const NAME = 'player-token-tags';
/** How many characters of a refused token are remembered. Not all, because a token is a secret. */
const TAIL_LENGTH = 16;
/** How many refused tokens are remembered: this many, and up to twice as many. */
const MAX_REFUSED = 10_000;

/** Recognizes tokens that this service issued, without a look-up. All nodes share the key. */
export function createTokenTags(store: Pick<Store, 'serviceSecrets'>) {
  let known: string | undefined;
  const refused = new RecentMap<true>(MAX_REFUSED);

  /** The key. The first node that asks for it creates it. */
  async function key(): Promise<string> {
    const { serviceSecrets } = store;
    known ??= (await serviceSecrets.byName(NAME)) ?? (await serviceSecrets.keep(NAME, newTagKey()));
    return known;
  }

  return {
    key,
    /** The player of a token that this service issued, even if it is no longer valid. */
    playerOf: (token: string): string | undefined =>
      known !== undefined && refused.get(token.slice(-TAIL_LENGTH)) === undefined && isIssued(token, known)
        ? playerOfToken(token)
        : undefined,
    /** Remembers a refused token. From then on it counts as invented. */
    refuse: (token: string): void => refused.set(token.slice(-TAIL_LENGTH), true),
  };
}

export type TokenTags = ReturnType<typeof createTokenTags>;
