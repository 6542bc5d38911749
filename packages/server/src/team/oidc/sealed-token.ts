import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { hashSecret } from '../../domain/tokens.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function keyOf(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'player-support refresh token', KEY_BYTES));
}

/**
 * Encrypts it with a key from the session's cookie secret. The database has only the secret's hash,
 * so its readers cannot use the token.
 */
export function sealToken(token: string, sessionSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(sessionSecret), nonce);
  cipher.setAAD(Buffer.from(hashSecret(sessionSecret)));
  const sealed = Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url');
}

/** Throws Error if the text or secret is wrong. */
export function openToken(sealed: string, sessionSecret: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(sessionSecret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(hashSecret(sessionSecret)));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return decipher.update(text, undefined, 'utf8') + decipher.final('utf8');
}
