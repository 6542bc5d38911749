import { type RefObject, useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { currentText } from '../i18n/text.ts';
import { fieldText } from './field-text.ts';

export function fieldError(error: unknown, field: string): string | undefined {
  const problem = error instanceof ApiError ? error.problems.find((one) => one.field === field) : undefined;
  return problem && fieldText(problem, currentText().t);
}

/** Reports empty fields as the server does. */
export const emptyFields = (...fields: string[]) =>
  new ApiError(400, {
    type: '/problems/validation',
    problems: fields.map((field) => ({ field, code: 'required' })),
  });

/** An error of the whole form, not of fields. */
export function isGeneralError(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && error.problems.length > 0);
}

/** Focuses the first refused field. */
export function useFocusOnError(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}
