import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { sessionQuery } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { relativeTime, useNow } from '../ui/time.tsx';
import { useFormMutation } from '../ui/use-form-mutation.ts';

/** Warns that somebody with the password guesses codes, until the member reacts. */
export function WrongCodes({ at }: { readonly at: string }) {
  const { t, language } = useText();
  const now = useNow();
  const navigate = useNavigate();
  const dismiss = useFormMutation({
    run: () => api.patch('/account', { body: { wrongCodesSeen: true } }),
    stale: [sessionQuery],
  });
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('wrong-codes.title')}
      mb="md"
      maw="48rem"
    >
      <Text mb="sm">{t('wrong-codes.text', { time: relativeTime(Date.parse(at), now, language) })}</Text>
      <Group gap="xs">
        <Button color="red" onClick={() => void navigate({ to: '/settings/account' })}>
          {t('wrong-codes.change')}
        </Button>
        <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t('wrong-codes.own')}
        </Button>
      </Group>
    </Alert>
  );
}
