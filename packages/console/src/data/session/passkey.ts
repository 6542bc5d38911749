import type { PasskeyOptionsResponse, PasskeyProof } from '@player-support/contract/team/passkeys';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from '../../api/client.ts';

/** Browsers accept passkeys only for host names, over TLS or on localhost. */
export function canUsePasskeys(): boolean {
  const isAddress = /^(?:\d+\.){3}\d+$|^\[/.test(location.hostname);
  return isSecureContext && 'PublicKeyCredential' in globalThis && !isAddress;
}

/** True if the member closed the browser's dialog, or let it time out. */
export const isCancelled = (error: unknown) => error instanceof Error && error.name === 'NotAllowedError';

/** Throws ApiError and errors of the browser. */
export async function askForPasskey(): Promise<PasskeyProof> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.post('/session/passkey/begin'),
  ]);
  // The server makes them as the standard says, which its document does not repeat.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Throws errors of the browser. */
export async function createPasskey({ options }: PasskeyOptionsResponse) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports: [...transports] };
}
