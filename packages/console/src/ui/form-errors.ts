import { type RefObject, useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { currentText } from '../i18n/text.ts';
import { fieldText } from './field-text.ts';

/** What is wrong with a field, according to the server. */
export function fieldError(error: unknown, field: string): string | undefined {
  const problem = error instanceof ApiError ? error.problems.find((one) => one.field === field) : undefined;
  return problem && fieldText(problem, currentText().t);
}

/** What the server would say about fields that are empty. */
export const emptyFields = (...fields: string[]) =>
  new ApiError(400, {
    type: '/problems/validation',
    problems: fields.map((field) => ({ field, code: 'required' })),
  });

/** Whether an error is about the whole form, not about single fields. */
export function isGeneralError(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && error.problems.length > 0);
}

/** Focuses the first invalid field when the server has refused the input. */
export function useFocusOnError(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}
