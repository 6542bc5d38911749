import { ApiError } from '../api/api-error.ts';

/** Whether what was sent is right, but for a code that is missing or wrong. */
export function isCodeNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.slug === 'second-factor-required';
}
