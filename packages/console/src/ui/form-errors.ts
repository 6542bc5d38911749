import { type RefObject, useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { currentText } from '../i18n/text.ts';
import { fieldText } from './error-text.ts';

/** What the server says is wrong with a field. */
export function fieldError(error: unknown, field: string): string | undefined {
  const message = error instanceof ApiError ? error.errors[field]?.[0] : undefined;
  return message === undefined ? undefined : fieldText(message, currentText().t);
}

/** Whether a failure is about no field, so that it is told above them all. */
export function isWholeFormError(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && Object.keys(error.errors).length > 0);
}

/** Leads to the first field that is wrong, once the server has said so. */
export function useFocusOnError(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}
