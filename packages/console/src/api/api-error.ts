import type { ProblemDetails, ValidationProblemDetails } from '@player-support/contract/problem';

/** An answer that is not a success, or (status 0) none at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The last part of the problem's type, such as `validation`; `offline` where no answer came. */
  readonly slug: string;
  readonly title: string;
  readonly detail: string;
  /** What is wrong in each field, under the field's JSON name. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: ProblemDetails & ValidationProblemDetails, retryAfter?: number) {
    super(problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.slug = problem.type?.split('/').at(-1) ?? 'unknown';
    this.title = problem.title ?? '';
    this.detail = problem.detail ?? '';
    this.errors = problem.errors ?? {};
    this.retryAfter = retryAfter;
  }
}

/** Whether an attempt later may go better: no answer, too many requests, or the server's own trouble. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
