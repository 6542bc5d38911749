import { createPublicKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto';

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;

/** The algorithm of a public key. Undefined if the server does not support it. */
export function algorithmOf(key: KeyObject): 'ES256' | 'EdDSA' | 'RS256' | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  if (type === 'ed25519') return 'EdDSA';
  if (type === 'ec') return details.namedCurve === 'prime256v1' ? 'ES256' : undefined;
  const { modulusLength: bits = 0 } = details;
  return type === 'rsa' && bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS ? 'RS256' : undefined;
}

/**
 * Reads a public key that a person pasted, as PEM or JWK. Returns it as PEM, or what is wrong, in
 * words for that person.
 */
export function parsePublicKey(text: string): { readonly pem: string } | { readonly problem: string } {
  const trimmed = text.trim();
  const isJwk = trimmed.startsWith('{');
  // The private key would then be known to this server. Only a new pair of keys helps.
  if (/PRIVATE KEY/.test(trimmed) || (isJwk && /"(?:d|k)"\s*:/.test(trimmed))) {
    return { problem: 'This is a private key. Make a new pair of keys, and paste the public one.' };
  }
  try {
    const key = createPublicKey(isJwk ? ({ key: JSON.parse(trimmed), format: 'jwk' } as JsonWebKeyInput) : trimmed);
    if (algorithmOf(key) === undefined) {
      return { problem: 'Must be a P-256, Ed25519 or RSA key. An RSA key has 2048 to 8192 bits.' };
    }
    return { pem: key.export({ type: 'spki', format: 'pem' }).toString() };
  } catch {
    return { problem: 'Must be a public key, as PEM or as JWK.' };
  }
}
