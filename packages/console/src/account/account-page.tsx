import { Button } from '@mantine/core';
import { useState } from 'react';
import { Page } from '../app/page.tsx';
import { useText } from '../i18n/text.ts';
import { useSignOut } from '../sign-in/use-sign-out.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Section } from '../ui/section.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PreferenceFields } from './preference-fields.tsx';

/** The member's own name, password, preferences and sessions. */
export function AccountPage() {
  const { t } = useText();
  const signOut = useSignOut();
  const [asking, setAsking] = useState(false);
  return (
    <Page title={t('settings.account')}>
      <Section title={t('account.profile')}>
        <NameForm />
      </Section>
      <Section title={t('label.password')} text={t('account.password.hint')}>
        <PasswordForm />
      </Section>
      <Section title={t('account.look')} text={t('account.look.hint')}>
        <PreferenceFields />
      </Section>
      <Section title={t('account.sessions')} text={t('account.sessions.hint')}>
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('menu.sign-out-everywhere')}
          </Button>
        </div>
      </Section>
      {asking && (
        <ConfirmDialog
          title={t('account.sessions.ask')}
          text={t('account.sessions.ask.text')}
          action={t('menu.sign-out-everywhere')}
          pending={signOut.isPending}
          error={null}
          onConfirm={() => signOut.mutate('/sessions')}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  );
}
