import { Type } from 'typebox';
import { Text } from '../schema.ts';

export const Email = Type.String({
  pattern: '^[^\\s@\\p{C}]+@[^\\s@\\p{C}]+$',
  minLength: 3,
  maxLength: 254,
  description: 'Compared without regard to case.',
});

/** NIST SP 800-63B, section 3.1.1: length counts, composition does not. */
export const NewPassword = Text({ min: 12, max: 200, description: '12 to 200 characters.' });

export const Password = Text({ min: 1, max: 200 });

/** Six digits of an authenticator app, or a recovery code. */
export const Code = Text({ min: 6, max: 40, description: 'Six digits of the authenticator app, or a recovery code.' });
