import { ApiError } from '../api/api-error.ts';

/** Whether only the code of the second factor is missing or wrong. */
export function isCodeNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.slug === 'second-factor-required';
}
