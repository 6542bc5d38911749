import { createHmac, randomBytes } from 'node:crypto';
import { isSealed, SecretKeyMissingError } from './sealed-text.ts';

/** Crockford's base32: no I, L, O and U, so a person can copy it without mistakes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** A new support code: 60 random bits. */
export function newSupportCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** A code in groups of four, for people. */
export const groupedCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** The code that a person typed. Undefined if it cannot be one. */
export function parseSupportCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === LENGTH && [...code].every((one) => ALPHABET.includes(one)) ? code : undefined;
}

/**
 * The hash under which a code is stored. 60 bits are few for a plain hash. The salt is not readable
 * in a copy of the database, and keeps the codes of projects apart.
 *
 * @throws SecretKeyMissingError if the salt is sealed
 */
export function hashSupportCode(identitySalt: string, code: string): string {
  if (isSealed(identitySalt)) throw new SecretKeyMissingError();
  return createHmac('sha256', identitySalt).update(`support-code\0${code}`).digest('base64url');
}
