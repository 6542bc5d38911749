import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';

interface Props {
  readonly onTurnedOff: () => Promise<void>;
  readonly onClose: () => void;
}

/** Turns the second factor off. It needs the password. */
export function TurnOffTotpDialog({ onTurnedOff, onClose }: Props) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const turnOff = useMutation({
    mutationFn: () => api.post('/account/totp/end', { body: { password } }),
    meta: { quiet: true },
    onSuccess: async () => {
      await onTurnedOff();
      onClose();
    },
  });
  const isWrong = fieldError(turnOff.error, 'password') !== undefined;
  return (
    <Dialog title={t('totp.turn-off.ask')} onClose={onClose}>
      <Form error={turnOff.error} onSubmit={turnOff.mutate}>
        <Text>{t('totp.turn-off.text')}</Text>
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
          <Button type="submit" color="red" loading={turnOff.isPending}>
            {t('totp.turn-off')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
