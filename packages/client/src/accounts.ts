import type { CallOptions } from './http.ts';
import type { PlayerSupport } from './index.ts';

type Support = Pick<PlayerSupport, 'request' | 'inbox'>;

/**
 * Links this installation to the account that the backend of the game names in the token. Then
 * the player has the same tickets and messages on all devices. Call it after each sign-in, and after
 * `setUser`. To do it again with another token of the same account changes nothing.
 *
 * @param identityToken see the guide to verified identity; valid once, for at most ten minutes
 * @throws SupportError `identity-token-refused`, `identity-not-set-up`, or a network error: then
 *   get another token and try again
 */
export async function linkAccount(support: Support, identityToken: string, options?: CallOptions): Promise<void> {
  await support.request({
    ...options,
    path: '/api/v1/player/link',
    body: { identityToken },
    expects: ['playerAccessToken'],
  });
  // The token has changed: the next request gets one of the account.
  await support.inbox.messages(options);
}

/**
 * Ends the link. Texts stay with the account, and the installation is an empty player. Then call
 * `signOut({ erase: true })`, so that the device forgets them.
 */
export async function unlinkAccount(support: Support, options?: CallOptions): Promise<void> {
  await support.request({ ...options, method: 'DELETE', path: '/api/v1/player/link', expects: ['playerAccessToken'] });
}

/** Moves this installation's tickets and messages to another one. */
export interface SupportCode {
  /** 12 characters, in groups. */
  readonly code: string;
  readonly expiresAt: string;
}

/** Gets a code for another device, at most three in 24 hours. */
export function createSupportCode(support: Support, options?: CallOptions): Promise<SupportCode> {
  return support.request({ ...options, path: '/api/v1/player/support-code', expects: ['code', 'expiresAt'] });
}

/**
 * Enters a code of another device: this one gets its tickets and messages. Returns the number of
 * tickets.
 *
 * @throws SupportError `support-code-refused` if the code is wrong, used or older than an hour
 */
export async function useSupportCode(support: Support, code: string, options?: CallOptions): Promise<number> {
  const { tickets } = await support.request<{ tickets: number }>({
    ...options,
    path: '/api/v1/player/support-code/use',
    body: { code },
    expects: [],
  });
  await support.inbox.messages(options);
  return tickets;
}
