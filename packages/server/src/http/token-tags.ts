import { isIssued, newTagKey, playerOfToken } from '../domain/tokens.ts';
import type { Store } from '../store/store.ts';

const NAME = 'player-token-tags';

/** Tells tokens that this service issued from invented ones, without a look-up. All nodes share the key. */
export function createTokenTags(store: Pick<Store, 'serviceSecrets'>) {
  let known: string | undefined;

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
      known !== undefined && isIssued(token, known) ? playerOfToken(token) : undefined,
  };
}

export type TokenTags = ReturnType<typeof createTokenTags>;
