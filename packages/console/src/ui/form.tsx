import { Alert, Stack, type StackProps } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useText } from '../i18n/text.ts';
import { errorText } from './error-text.ts';
import { isGeneralError, useFocusOnError } from './form-errors.ts';

interface Props extends Pick<StackProps, 'gap' | 'maw'> {
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly label?: string;
  readonly children: ReactNode;
}

/** Shows its error above the fields, and focuses the first invalid one. Ctrl+Enter submits. */
export function Form({ error, onSubmit, label, children, ...stack }: Props) {
  const { t } = useText();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // For React, a dialog's form is inside the page's form.
    event.stopPropagation();
    onSubmit();
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const isSubmit = event.ctrlKey || event.metaKey;
    // A held key must not also take the next, unread step.
    if (event.repeat && (isSubmit || !(event.target instanceof HTMLTextAreaElement))) return event.preventDefault();
    if (!isSubmit) return;
    event.preventDefault();
    event.stopPropagation();
    // A disabled button stays disabled.
    form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
  };
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} ref={form} aria-label={label}>
      <Stack {...stack}>
        {isGeneralError(error) && (
          <Alert color="red" role="alert">
            {errorText(error, t)}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  );
}
