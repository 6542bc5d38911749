import { Alert, PasswordInput, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { isCancelled } from '../sign-in/passkey.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

interface Props<Result> {
  readonly title: string;
  /** What will happen. */
  readonly text?: string;
  /** The label of the button. */
  readonly action: string;
  readonly destructive?: boolean;
  /** Other fields. They get the error of the last attempt. */
  readonly fields?: (error: unknown) => ReactNode;
  readonly run: (password: string) => Promise<Result>;
  readonly stale?: readonly { readonly queryKey: QueryKey }[];
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
}

/** Asks for the password before a change of how the member signs in. */
export function PasswordDialog<Result>(props: Props<Result>) {
  const { title, text, action, destructive = false, fields, run, stale = [], onDone, onClose } = props;
  const { t } = useText();
  const { values, field } = useFields({ password: '' });
  const mutation = useFormMutation({ run: () => run(values.password), stale, onDone });
  const isWrong = fieldError(mutation.error, 'password') !== undefined;
  const cancelled = isCancelled(mutation.error);
  return (
    <FormDialog
      title={title}
      action={action}
      destructive={destructive}
      mutation={{ ...mutation, error: cancelled ? null : mutation.error }}
      onClose={onClose}
    >
      {text !== undefined && <Text className="user-text">{text}</Text>}
      {cancelled && (
        <Alert color="red" role="alert">
          {t('passkey.cancelled')}
        </Alert>
      )}
      <PasswordInput
        label={t('label.password')}
        {...field('password')}
        error={isWrong && t('account.password.wrong')}
        autoComplete="current-password"
        maxLength={200}
        required
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      />
      {fields?.(mutation.error)}
    </FormDialog>
  );
}
