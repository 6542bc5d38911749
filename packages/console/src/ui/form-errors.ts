import { type RefObject, useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { currentText } from '../i18n/text.ts';
import { fieldText } from './field-text.ts';

/** What is wrong with a field, according to the server. */
export function fieldError(error: unknown, field: string): string | undefined {
  const message = error instanceof ApiError ? error.errors[field]?.[0] : undefined;
  return message === undefined ? undefined : fieldText(message, currentText().t);
}

/** What the server would say about fields that are empty. */
export const emptyFields = (...fields: string[]) =>
  new ApiError(400, {
    type: '/problems/validation',
    errors: Object.fromEntries(fields.map((field) => [field, ['Is required.']])),
  });

/** Whether an error is about the whole form, not about single fields. */
export function isGeneralError(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && Object.keys(error.errors).length > 0);
}

/** Focuses the first invalid field when the server has refused the input. */
export function useFocusOnError(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}
