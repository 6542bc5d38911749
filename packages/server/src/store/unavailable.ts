import { AppError } from '../errors.ts';

/** The store cannot do this now, for a reason that is not the caller's; nothing is half-done. */
export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', { headers: { 'retry-after': '5' }, cause });
}
