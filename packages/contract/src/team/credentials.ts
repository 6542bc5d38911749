import { Type } from 'typebox';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../limits.ts';
import { Text } from '../schema.ts';

export const Email = Type.String({
  pattern: '^[^\\s@\\p{C}]+@[^\\s@\\p{C}]+$',
  minLength: 3,
  maxLength: MAX_EMAIL_LENGTH,
  description: 'An e-mail address. Case does not matter.',
});

export const NewPassword = Text({ min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH });

export const Password = Text({ min: 1, max: MAX_PASSWORD_LENGTH });

export const Code = Text({
  min: 6,
  max: 40,
  description: 'Six digits from the authenticator app, or a recovery code.',
});
