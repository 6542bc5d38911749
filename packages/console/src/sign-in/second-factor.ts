import type { SecondFactor } from '@player-support/contract/enums';
import { ApiError } from '../api/api-error.ts';

/** Returns the usable factors if only the second factor is missing or wrong. */
export function factorsOf(error: unknown): readonly SecondFactor[] {
  return error instanceof ApiError && error.slug === 'second-factor-required' ? error.factors : [];
}
