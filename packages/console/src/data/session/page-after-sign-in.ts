const KEY = 'page-after-sign-in';

/** The part of an address after the origin, so that a link cannot lead to another site. */
export function internalAddress(from: unknown): string | undefined {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined;
}

/** Remembers where this tab goes after a sign-in at the provider. */
export function keepPageAfterSignIn(address: string | undefined): void {
  if (address === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, address);
}

/** Where this tab wanted to go, once. */
export function takePageAfterSignIn(): string | undefined {
  const address = internalAddress(sessionStorage.getItem(KEY));
  sessionStorage.removeItem(KEY);
  return address;
}
