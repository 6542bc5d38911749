import { useText } from '../i18n/text.ts';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PreferenceFields } from './preference-fields.tsx';

export function AccountPage() {
  const { t } = useText();
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
    </Page>
  );
}
