import { newReadableCode, parseReadableCode } from './readable-code.ts';
import { saltedHash } from './tokens.ts';

const LENGTH = 12;

/** 60 random bits. */
export const newSupportCode = (): string => newReadableCode(LENGTH);

/** Undefined: the typed text cannot be a code. */
export const parseSupportCode = (text: string): string | undefined => parseReadableCode(text, LENGTH);

/** 60 bits are few for a plain hash. The salt also separates projects. Throws like `saltedHash`. */
export const hashSupportCode = (identitySalt: string, code: string): string =>
  saltedHash(identitySalt, `support-code\0${code}`).toString('base64url');
