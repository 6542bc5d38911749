import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';

interface Props {
  readonly onEnded: () => Promise<void>;
  readonly onClose: () => void;
}

/** Ends the second factor, which takes the password. */
export function EndTotpDialog({ onEnded, onClose }: Props) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const end = useMutation({
    mutationFn: () => api.post('/account/totp/end', { body: { password } }),
    meta: { quiet: true },
    onSuccess: async () => {
      await onEnded();
      onClose();
    },
  });
  const isWrong = fieldError(end.error, 'password') !== undefined;
  return (
    <Dialog title={t('totp.end.ask')} onClose={onClose}>
      <Form error={end.error} onSubmit={end.mutate}>
        <Text>{t('totp.end.text')}</Text>
        <PasswordInput
          label={t('sign-in.password')}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={isWrong && t('account.password.wrong')}
          autoComplete="current-password"
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" color="red" loading={end.isPending}>
            {t('totp.end')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
