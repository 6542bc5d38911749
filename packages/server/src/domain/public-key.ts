import { createPublicKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto';
import { type FieldProblem, fieldProblem } from '@player-support/contract/field-problems';

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;

/** Undefined: the server does not support it. */
export function algorithmOf(key: KeyObject): 'ES256' | 'EdDSA' | 'RS256' | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  if (type === 'ed25519') return 'EdDSA';
  if (type === 'ec') return details.namedCurve === 'prime256v1' ? 'ES256' : undefined;
  const { modulusLength: bits = 0 } = details;
  return type === 'rsa' && bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS ? 'RS256' : undefined;
}

/** PEM or JWK, pasted by a person. Returns PEM, or the problem. */
export function parsePublicKey(text: string): { readonly pem: string } | { readonly problem: FieldProblem } {
  const trimmed = text.trim();
  const isJwk = trimmed.startsWith('{');
  // This server would know the private key. Only a new pair helps.
  if (/PRIVATE KEY/.test(trimmed) || (isJwk && /"(?:d|k)"\s*:/.test(trimmed))) {
    return { problem: fieldProblem('private-key') };
  }
  try {
    const key = createPublicKey(isJwk ? ({ key: JSON.parse(trimmed), format: 'jwk' } as JsonWebKeyInput) : trimmed);
    if (algorithmOf(key) === undefined) {
      return { problem: fieldProblem('wrong-key-kind') };
    }
    return { pem: key.export({ type: 'spki', format: 'pem' }).toString() };
  } catch {
    return { problem: fieldProblem('wrong-public-key') };
  }
}
