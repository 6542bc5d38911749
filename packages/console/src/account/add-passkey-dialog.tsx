import { Alert, PasswordInput, Text, TextInput } from '@mantine/core';
import { api } from '../api/client.ts';
import { sessionQuery } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { createPasskey, isCancelled } from '../sign-in/passkey.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { passkeysQuery } from './queries.ts';

/** Asks for the password and a name, then lets the browser make the passkey. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { values, field } = useFields({ name: '', password: '' });
  const add = useFormMutation({
    run: async () => {
      const passkey = await createPasskey(values.password);
      return api.post('/account/passkeys', { body: { name: values.name.trim(), ...passkey } });
    },
    stale: [passkeysQuery, sessionQuery],
    onDone: onClose,
  });
  const isWrong = fieldError(add.error, 'password') !== undefined;
  const cancelled = isCancelled(add.error);
  return (
    <FormDialog
      title={t('passkey.add')}
      action={t('action.continue')}
      mutation={{ ...add, error: cancelled ? null : add.error }}
      onClose={onClose}
    >
      <Text>{t('passkey.add.text')}</Text>
      {cancelled && (
        <Alert color="red" role="alert">
          {t('passkey.cancelled')}
        </Alert>
      )}
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.name.hint')}
        {...field('name', add.error)}
        maxLength={100}
        required
        data-autofocus
      />
      <PasswordInput
        label={t('label.password')}
        {...field('password')}
        error={isWrong && t('account.password.wrong')}
        autoComplete="current-password"
        maxLength={200}
        required
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      />
    </FormDialog>
  );
}
