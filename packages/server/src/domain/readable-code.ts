import { randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O and U, which people confuse. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random, five bits in each character. */
export const newReadableCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');

/** Groups a code in fours. */
export const groupedCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** Undefined: the typed text cannot be a code. */
export function parseReadableCode(text: string, length: number): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === length && [...code].every((one) => ALPHABET.includes(one)) ? code : undefined;
}
