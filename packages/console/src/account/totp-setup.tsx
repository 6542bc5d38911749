import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { TotpSecretResponse } from '@player-support/contract/team/account';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { focus } from '../ui/focus.ts';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface Props {
  readonly totp: TotpSecretResponse;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>;
  readonly onCancel: () => void;
}

export function TotpSetup({ totp: { uri, secret }, onConfirmed, onCancel }: Props) {
  const { t } = useText();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.post('/account/totp/confirm', { body: { code: code.replace(/\s/g, '') } }),
    meta: { quiet: true },
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const isWrong = fieldError(confirm.error, 'code') !== undefined;
  return (
    <Group align="flex-start" gap="xl">
      <Suspense fallback={<Skeleton height={200} width={200} />}>
        <QrCode text={uri} label={t('totp.qr')} />
      </Suspense>
      <Stack flex="1 1 18rem" maw="28rem">
        <Text>{t('totp.scan')}</Text>
        <CopyField label={t('totp.secret')} value={secret} />
        <Form error={confirm.error} onSubmit={confirm.mutate} label={t('label.second-factor')}>
          <TextInput
            label={t('sign-in.code')}
            description={t('totp.code.hint')}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            error={isWrong && t('totp.code.wrong')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            spellCheck={false}
            ref={focus}
          />
          <Group>
            <Button type="submit" loading={confirm.isPending}>
              {t('totp.confirm')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          </Group>
        </Form>
      </Stack>
    </Group>
  );
}
