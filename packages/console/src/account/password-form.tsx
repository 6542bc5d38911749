import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { NewPassword } from '../sign-in/new-password.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';

export function PasswordForm() {
  const { t } = useText();
  const { email } = useMember();
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useMutation({
    mutationFn: () => api.patch('/account', { body: { currentPassword, newPassword } }),
    meta: { quiet: true },
    onSuccess: () => {
      setCurrentPassword('');
      setNewPassword('');
      notifySuccess(t('account.password.changed'));
    },
  });
  const isWrong = fieldError(change.error, 'currentPassword') !== undefined;
  return (
    <Form error={change.error} onSubmit={change.mutate} label={t('account.password')} maw="26rem">
      {/* For password managers. */}
      <TextInput value={email} readOnly autoComplete="username" display="none" aria-hidden tabIndex={-1} />
      <PasswordInput
        label={t('account.password.current')}
        value={currentPassword}
        onChange={({ currentTarget }) => setCurrentPassword(currentTarget.value)}
        error={isWrong && t('account.password.wrong')}
        autoComplete="current-password"
        maxLength={200}
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      />
      <NewPassword
        label={t('password.new')}
        value={newPassword}
        onChange={setNewPassword}
        error={fieldError(change.error, 'newPassword')}
      />
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('account.password.change')}
        </Button>
      </div>
    </Form>
  );
}
