import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';

/** This service for passkeys (WebAuthn Level 3, section 4). */
export interface RelyingParty {
  /** The host name. Browsers accept no IP address. */
  readonly id: string;
  readonly origin: string;
}

/**
 * PUBLIC_URL, or else the requested origin. The browser compares it with the page, so a wrong Host
 * header makes only its own request fail.
 */
export function relyingParty({ client }: Pick<Call, 'client'>, { config }: Pick<Available, 'config'>): RelyingParty {
  const origin = config.publicUrl === '' ? client().origin : config.publicUrl;
  return { id: URL.parse(origin)?.hostname ?? '', origin };
}
