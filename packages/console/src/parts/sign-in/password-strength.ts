import { MIN_PASSWORD_LENGTH } from '@player-support/contract/limits';

const GOOD_LENGTH = 16;
/** Fewer different characters are a pattern, at any length. */
const MIN_DIFFERENT_CHARACTERS = 6;

export function passwordStrength(password: string): 'short' | 'fair' | 'good' {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_LENGTH) return 'short';
  return characters.length >= GOOD_LENGTH && new Set(characters).size >= MIN_DIFFERENT_CHARACTERS ? 'good' : 'fair';
}
