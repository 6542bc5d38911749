import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import type { TotpSecretResponse } from '@player-support/contract/team/account';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { sessionQuery, useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { Section } from '../ui/section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

export function TotpSection() {
  const { t } = useText();
  const { totp } = useMember();
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const [begun, setBegun] = useState<TotpSecretResponse>();
  const [dialog, setDialog] = useState<'begin' | 'turn-off'>();
  const close = () => setDialog(undefined);
  const confirmed = async (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    setBegun(undefined);
  };
  // Only now: the new session can replace this page and its codes.
  const saved = () => {
    setCodes(undefined);
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <Section title={t('totp.title')} text={t('totp.text')}>
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={saved} />}
      {codes === undefined && totp && (
        <Alert icon={<IconShieldCheck size={18} aria-hidden />} title={t('totp.on')} maw="40rem">
          <Text mb="sm">{t('totp.on.text')}</Text>
          <Button variant="default" onClick={() => setDialog('turn-off')}>
            {t('totp.turn-off')}
          </Button>
        </Alert>
      )}
      {codes === undefined && !totp && begun !== undefined && (
        <TotpSetup totp={begun} onConfirmed={confirmed} onCancel={() => setBegun(undefined)} />
      )}
      {codes === undefined && !totp && begun === undefined && (
        <Group>
          <Badge variant="default">{t('totp.off')}</Badge>
          <Button variant="default" onClick={() => setDialog('begin')}>
            {t('totp.begin')}
          </Button>
        </Group>
      )}
      {dialog === 'begin' && (
        <PasswordDialog
          title={t('totp.begin.ask')}
          action={t('action.continue')}
          run={(body) => api.post('/account/totp', { body })}
          onDone={(totp) => {
            setBegun(totp);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === 'turn-off' && (
        <PasswordDialog
          title={t('totp.turn-off.ask')}
          text={t('totp.turn-off.text')}
          action={t('totp.turn-off')}
          codeOnly
          destructive
          run={({ password, code = '' }) => api.post('/account/totp/end', { body: { password, code } })}
          stale={[sessionQuery]}
          onDone={close}
          onClose={close}
        />
      )}
    </Section>
  );
}
