import { createHmac } from 'node:crypto';
import { newReadableCode, parseReadableCode } from './readable-code.ts';
import { isSealed, SecretKeyMissingError } from './sealed-text.ts';

const LENGTH = 12;

/** A new support code: 60 random bits. */
export const newSupportCode = (): string => newReadableCode(LENGTH);

/** The support code that a person typed. Undefined if it cannot be one. */
export const parseSupportCode = (text: string): string | undefined => parseReadableCode(text, LENGTH);

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
