import { createHmac } from 'node:crypto';
import { newReadableCode, parseReadableCode } from './readable-code.ts';
import { isSealed, SecretKeyMissingError } from './sealed-text.ts';

const LENGTH = 12;

/** 60 random bits. */
export const newSupportCode = (): string => newReadableCode(LENGTH);

/** Undefined: the typed text cannot be a code. */
export const parseSupportCode = (text: string): string | undefined => parseReadableCode(text, LENGTH);

/**
 * 60 bits are few for a plain hash. A copy of the database does not reveal the salt, which also
 * separates projects. Throws SecretKeyMissingError if it is sealed.
 */
export function hashSupportCode(identitySalt: string, code: string): string {
  if (isSealed(identitySalt)) throw new SecretKeyMissingError();
  return createHmac('sha256', identitySalt).update(`support-code\0${code}`).digest('base64url');
}
