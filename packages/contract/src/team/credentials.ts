import { Type } from 'typebox';
import { Text } from '../schema.ts';

export const Email = Type.String({
  pattern: '^[^\\s@\\p{C}]+@[^\\s@\\p{C}]+$',
  minLength: 3,
  maxLength: 254,
  description: 'An e-mail address. Case does not matter.',
});

/** NIST SP 800-63B, section 3.1.1: a minimum length, and no rules about characters. */
export const NewPassword = Text({ min: 12, max: 200 });

export const Password = Text({ min: 1, max: 200 });

export const Code = Text({
  min: 6,
  max: 40,
  description: 'Six digits from the authenticator app, or a recovery code.',
});
