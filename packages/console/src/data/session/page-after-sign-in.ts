const KEY = 'page-after-sign-in';

/** Takes only paths: a link must not lead to another site. */
export function internalAddress(from: unknown): string | undefined {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined;
}

/** Remembers where to go after a sign-in at the provider. */
export function keepPageAfterSignIn(address: string | undefined): void {
  if (address === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, address);
}

/** Returns the address once. */
export function takePageAfterSignIn(): string | undefined {
  const address = internalAddress(sessionStorage.getItem(KEY));
  sessionStorage.removeItem(KEY);
  return address;
}
