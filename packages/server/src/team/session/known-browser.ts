import { hashSecret } from '../../domain/tokens.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';

/** The hash of the browser's secret, if this address signed in with it before. */
export async function knownBrowser(
  { client, now }: Pick<Call, 'client' | 'now'>,
  { store }: Pick<Available, 'store'>,
  email: string,
): Promise<string | undefined> {
  const { browser } = client();
  if (browser === undefined) return undefined;
  const hash = hashSecret(browser);
  return (await store.knownBrowsers.isKnown(hash, email, now)) ? hash : undefined;
}
