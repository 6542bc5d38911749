import { MIN_PASSWORD_LENGTH } from '@player-support/contract/limits';

const GOOD = 16;
/** Fewer different characters are a pattern, however long. */
const DIFFERENT = 6;

/** A word on a new password: only its length counts, unless it is the same few characters over and over. */
export function passwordStrength(password: string): 'short' | 'fair' | 'good' {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_LENGTH) return 'short';
  return characters.length >= GOOD && new Set(characters).size >= DIFFERENT ? 'good' : 'fair';
}
