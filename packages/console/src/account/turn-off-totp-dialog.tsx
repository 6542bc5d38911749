import { TextInput } from '@mantine/core';
import { api } from '../api/client.ts';
import { sessionQuery } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** Turns the authenticator app off. It needs the password and a code. */
export function TurnOffTotpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { values, field } = useFields({ code: '' });
  return (
    <PasswordDialog
      title={t('totp.turn-off.ask')}
      text={t('totp.turn-off.text')}
      action={t('totp.turn-off')}
      destructive
      fields={(error) => (
        <TextInput
          label={t('sign-in.code')}
          description={t('totp.turn-off.code')}
          {...field('code')}
          error={fieldError(error, 'code') !== undefined && t('totp.code.wrong')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          minLength={6}
          maxLength={40}
          required
        />
      )}
      run={(password) => api.post('/account/totp/end', { body: { password, code: values.code } })}
      stale={[sessionQuery]}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
