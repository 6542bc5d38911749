import { Text, TextInput } from '@mantine/core';
import type { PasskeyOptionsResponse } from '@player-support/contract/team/passkeys';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { passkeysQuery } from '../data/queries/account.ts';
import { createPasskey } from '../data/session/passkey.ts';
import { sessionQuery } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { PasskeyFormDialog } from './passkey-form-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

interface Props {
  readonly onClose: () => void;
}

/** Two steps, because a browser may ask for only one passkey per click. */
export function AddPasskeyDialog({ onClose }: Props) {
  const { t } = useText();
  const [begun, setBegun] = useState<PasskeyOptionsResponse>();
  if (begun !== undefined) return <NewPasskeyDialog begun={begun} onClose={onClose} />;
  return (
    <PasswordDialog
      title={t('passkey.add')}
      action={t('action.continue')}
      run={(body) => api.post('/account/passkeys/begin', { body })}
      onDone={setBegun}
      onClose={onClose}
    />
  );
}

function NewPasskeyDialog({ begun, onClose }: Props & { readonly begun: PasskeyOptionsResponse }) {
  const { t } = useText();
  const { values, field } = useFields({ name: '' });
  const mutation = useFormMutation({
    run: async () =>
      api.post('/account/passkeys', { body: { name: values.name.trim(), ...(await createPasskey(begun)) } }),
    stale: [passkeysQuery, sessionQuery],
    onDone: onClose,
  });
  return (
    <PasskeyFormDialog title={t('passkey.add')} action={t('passkey.add')} mutation={mutation} onClose={onClose}>
      <Text>{t('passkey.add.text')}</Text>
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.name.hint')}
        {...field('name', mutation.error)}
        maxLength={100}
        required
        data-autofocus
      />
    </PasskeyFormDialog>
  );
}
