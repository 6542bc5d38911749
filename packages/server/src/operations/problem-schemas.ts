import { ProblemDetails, ValidationProblemDetails } from '@player-support/contract/problem';
import type { TSchema } from 'typebox';

/** The schemas of failures by status. Only a 400 has messages by field. */
export function problems(...statuses: readonly number[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [status, status === 400 ? ValidationProblemDetails : ProblemDetails]),
  );
}
