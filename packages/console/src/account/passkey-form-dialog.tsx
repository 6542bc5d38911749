import { Alert } from '@mantine/core';
import type { ComponentProps } from 'react';
import { isCancelled } from '../data/session/passkey.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';

/** Shows a message if the member cancelled or used a wrong passkey. */
export function PasskeyFormDialog({ mutation, children, ...dialog }: ComponentProps<typeof FormDialog>) {
  const { t } = useText();
  const cancelled = isCancelled(mutation.error);
  const isWrong = fieldError(mutation.error, 'passkey') !== undefined;
  return (
    <FormDialog {...dialog} mutation={{ ...mutation, error: cancelled ? null : mutation.error }}>
      {(cancelled || isWrong) && (
        <Alert color="red" role="alert">
          {t(cancelled ? 'passkey.cancelled' : 'passkey.wrong')}
        </Alert>
      )}
      {children}
    </FormDialog>
  );
}
