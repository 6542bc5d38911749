import { Alert, Stack, type StackProps } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useText } from '../i18n/text.ts';
import { errorText } from './error-text.ts';
import { isWholeFormError, useFocusOnError } from './form-errors.ts';

interface Props extends Pick<StackProps, 'gap' | 'maw'> {
  /** Why it could not be sent; null: it could. What is about a field is shown under that. */
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly label?: string;
  readonly children: ReactNode;
}

/** A form that says above its fields what is wrong, and leads to the first field that is. */
export function Form({ error, onSubmit, label, children, ...stack }: Props) {
  const { t } = useText();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog's form stands within the page's, for React.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form onSubmit={submit} ref={form} aria-label={label}>
      <Stack {...stack}>
        {isWholeFormError(error) && (
          <Alert color="red" role="alert">
            {errorText(error, t)}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  );
}
