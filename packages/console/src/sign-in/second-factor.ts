import type { SecondFactor } from '@player-support/contract/enums';
import { ApiError } from '../api/api-error.ts';

/** What the member can use if only the second factor is missing or wrong. Empty: another error. */
export function factorsOf(error: unknown): readonly SecondFactor[] {
  return error instanceof ApiError && error.slug === 'second-factor-required' ? error.factors : [];
}
