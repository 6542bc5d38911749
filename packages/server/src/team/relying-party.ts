import type { Available } from '../operations/context.ts';
import type { Call } from '../operations/operation.ts';
import type { PasskeyRow } from '../store/tables.ts';

/**
 * This service for passkeys (WebAuthn Level 3, section 4): PUBLIC_URL, or else the requested
 * origin. The browser compares it with the page, so a wrong Host header fails only its own request.
 */
export function relyingParty({ client }: Pick<Call, 'client'>, { config }: Pick<Available, 'config'>) {
  const origin = config.publicUrl === '' ? client().origin : config.publicUrl;
  // The host name: browsers accept no IP address.
  return { id: URL.parse(origin)?.hostname ?? '', origin };
}

/** Whether a passkey works at this host. Unknown ones may. */
export const isUsableAt = (host: string | undefined, passkey: Pick<PasskeyRow, 'host'>) =>
  host === undefined || passkey.host === null || passkey.host === host;
