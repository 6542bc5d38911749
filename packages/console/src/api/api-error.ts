import type { SecondFactor } from '@player-support/contract/enums';
import type { ProblemDetails, TeamValidationProblem } from '@player-support/contract/problem';

interface Problem extends ProblemDetails, TeamValidationProblem {
  readonly factors?: readonly SecondFactor[];
}

/** What is wrong with a field. `fieldText` says it in the current language. */
export interface FieldProblem {
  /** Servers of another version can have more codes, or none. */
  readonly code?: string | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly message: string;
}

function withMessages({ errors = {}, problems }: Problem): (FieldProblem & { readonly field: string })[] {
  const messages = new Map(Object.entries(errors).map(([field, list]) => [field, list.values()]));
  const named = problems ?? Object.entries(errors).flatMap(([field, list]) => list.map(() => ({ field })));
  return named.map((one) => ({ ...one, message: messages.get(one.field)?.next().value ?? '' }));
}

/** A response that is not a success. Status 0: no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly slug: string;
  readonly title: string;
  readonly detail: string;
  /** Problems by the field's JSON name. A field can have several. */
  readonly problems: readonly (FieldProblem & { readonly field: string })[];
  /** With `second-factor-required`: what the member can send. */
  readonly factors: readonly SecondFactor[];
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Problem, retryAfter?: number) {
    super(problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.slug = problem.type?.split('/').at(-1) ?? 'unknown';
    this.title = problem.title ?? '';
    this.detail = problem.detail ?? '';
    // Another server, such as a proxy, can put anything there.
    this.problems = this.slug === 'validation' ? withMessages(problem) : [];
    this.factors = problem.factors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** The server may have done what was asked. */
export function hasNoResponse(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** In seconds. A longer limit, such as a daily quota, is for the member to handle. */
const LONG_LIMIT = 3600;

export function isRetryable(error: unknown): boolean {
  if (isLongLimit(error)) return false;
  // It lasts up to an hour, and the note can be sent without mentions.
  if (error instanceof ApiError && error.slug === 'mention-limit') return false;
  return error instanceof ApiError && ([0, 408, 429].includes(error.status) || error.status >= 500);
}

export function isLongLimit(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429 && (error.retryAfter ?? 0) > LONG_LIMIT;
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.slug === 'unauthorized';
}

/** Returns whether waiting can help: no network, a rate limit, a restart or an upgrade. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}
