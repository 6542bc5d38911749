import { PasswordInput, Text, TextInput } from '@mantine/core';
import { api } from '../api/client.ts';
import { sessionQuery } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

/** Turns the second factor off. It needs the password and a code. */
export function TurnOffTotpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { values, field } = useFields({ password: '', code: '' });
  const turnOff = useFormMutation({
    run: () => api.post('/account/totp/end', { body: values }),
    stale: [sessionQuery],
    onDone: onClose,
  });
  const isWrong = fieldError(turnOff.error, 'password') !== undefined;
  const isWrongCode = fieldError(turnOff.error, 'code') !== undefined;
  return (
    <FormDialog
      title={t('totp.turn-off.ask')}
      action={t('totp.turn-off')}
      destructive
      mutation={turnOff}
      onClose={onClose}
    >
      <Text>{t('totp.turn-off.text')}</Text>
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
      <TextInput
        label={t('sign-in.code')}
        description={t('totp.turn-off.code')}
        {...field('code')}
        error={isWrongCode && t('totp.code.wrong')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        minLength={6}
        maxLength={40}
        required
      />
    </FormDialog>
  );
}
