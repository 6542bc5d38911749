import { RecentMap } from '../domain/recent-map.ts';
import { isIssued, newTagKey, playerOfToken } from '../domain/tokens.ts';
import type { Store } from '../store/store.ts';

const NAME = 'player-token-tags';
/** Characters of a token that tell it from others. Not the whole token: it is a secret. */
const TAIL = 16;
/** Refused tokens that are remembered, and up to twice as many. */
const REFUSED = 10_000;

/** Tells tokens that this service issued from invented ones, without a look-up. All nodes share the key. */
export function createTokenTags(store: Pick<Store, 'serviceSecrets'>) {
  let known: string | undefined;
  const refused = new RecentMap<true>(REFUSED);

  /** The key, which is made the first time that any node asks for it. */
  async function key(): Promise<string> {
    const { serviceSecrets } = store;
    known ??= (await serviceSecrets.byName(NAME)) ?? (await serviceSecrets.keep(NAME, newTagKey()));
    return known;
  }

  return {
    key,
    /** The player of a token that this service issued, current or not. Undefined for any other token. */
    playerOf: (token: string): string | undefined =>
      known !== undefined && refused.get(token.slice(-TAIL)) === undefined && isIssued(token, known)
        ? playerOfToken(token)
        : undefined,
    /** Remembers that a token was refused: it was replaced or has expired, and says no more than an invented one. */
    refuse: (token: string): void => refused.set(token.slice(-TAIL), true),
  };
}

export type TokenTags = ReturnType<typeof createTokenTags>;
