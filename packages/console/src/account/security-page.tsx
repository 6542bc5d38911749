import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { Page } from '../app/page.tsx';
import { sessionQuery, useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { Section } from '../ui/section.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { TurnOffTotpDialog } from './turn-off-totp-dialog.tsx';

/** The second factor: an authenticator app. */
export function SecurityPage() {
  const { t } = useText();
  const { totp } = useMember();
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const [turningOff, setTurningOff] = useState(false);
  const begin = useMutation({ mutationFn: () => api.post('/account/totp') });
  const confirmed = async (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    begin.reset();
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <Page title={t('settings.security')}>
      <Section title={t('label.second-factor')} text={t('totp.text')}>
        {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
        {codes === undefined && totp && (
          <Alert icon={<IconShieldCheck size={18} aria-hidden />} title={t('totp.on')} maw="40rem">
            <Text mb="sm">{t('totp.on.text')}</Text>
            <Button variant="default" onClick={() => setTurningOff(true)}>
              {t('totp.turn-off')}
            </Button>
          </Alert>
        )}
        {codes === undefined && !totp && begin.data !== undefined && (
          <TotpSetup totp={begin.data} onConfirmed={confirmed} onCancel={begin.reset} />
        )}
        {codes === undefined && !totp && begin.data === undefined && (
          <Group>
            <Badge variant="default">{t('totp.off')}</Badge>
            <Button onClick={() => begin.mutate()} loading={begin.isPending}>
              {t('totp.begin')}
            </Button>
          </Group>
        )}
      </Section>
      {turningOff && <TurnOffTotpDialog onClose={() => setTurningOff(false)} />}
    </Page>
  );
}
