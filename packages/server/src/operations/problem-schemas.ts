import { ProblemDetails, ValidationProblemDetails } from '@player-support/contract/problem';
import type { TSchema } from 'typebox';

/** Declares failures by their status: 400 with messages by field, every other as plain problem details. */
export function problems(...statuses: readonly number[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [status, status === 400 ? ValidationProblemDetails : ProblemDetails]),
  );
}
