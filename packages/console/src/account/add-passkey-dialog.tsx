import { TextInput } from '@mantine/core';
import { api } from '../api/client.ts';
import { sessionQuery } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { createPasskey } from '../sign-in/passkey.ts';
import { useFields } from '../ui/use-fields.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { passkeysQuery } from './queries.ts';

/** Asks for the password and a name, then lets the browser make the passkey. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { values, field } = useFields({ name: '' });
  return (
    <PasswordDialog
      title={t('passkey.add')}
      text={t('passkey.add.text')}
      action={t('action.continue')}
      fields={(error) => (
        <TextInput
          label={t('passkey.name')}
          description={t('passkey.name.hint')}
          {...field('name', error)}
          maxLength={100}
          required
        />
      )}
      run={async (password) => {
        const passkey = await createPasskey(password);
        return api.post('/account/passkeys', { body: { name: values.name.trim(), ...passkey } });
      }}
      stale={[passkeysQuery, sessionQuery]}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
