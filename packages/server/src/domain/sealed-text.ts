import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

/** Version, key id, and nonce, ciphertext and tag in base64url. */
const SEALED = /^enc1:([0-9a-f]{16}):([A-Za-z0-9_-]+)$/;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretKey {
  /** Names the key without revealing it. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Random, as operators write it: 32 bytes in base64. */
export const newSecretKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/** Reads a key from base64 or base64url. Undefined unless it has exactly 32 bytes. */
export function parseSecretKey(text: string): SecretKey | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES) return undefined;
  return { id: hash('sha256', Buffer.concat([Buffer.from('player-support:'), bytes]), 'hex').slice(0, 16), bytes };
}

/** No secret in plain text has this form. */
export const isSealed = (text: string): boolean => text.startsWith('enc1:');

/** Undefined: the text does not have the form of a sealed one. */
export const keyIdOf = (text: string): string | undefined => SEALED.exec(text)?.[1];

/** Encrypts and authenticates. It opens only at `place`, where it is stored. */
export function sealText(plain: string, place: string, { id, bytes }: SecretKey): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `enc1:${id}:${sealed.toString('base64url')}`;
}

/** Undefined: this key did not seal the text for this place. */
export function openText(text: string, place: string, { bytes }: SecretKey): string | undefined {
  const sealed = Buffer.from(SEALED.exec(text)?.[2] ?? '', 'base64url');
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Without the secret key, a secret cannot be read or stored. The response is 503. */
export class SecretKeyMissingError extends Error {
  override readonly name = 'SecretKeyMissingError';

  constructor() {
    super('The secret key of this server is missing. Its operator can put it back.');
  }
}
