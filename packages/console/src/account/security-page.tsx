import { useText } from '../i18n/text.ts';
import { Page } from '../ui/page.tsx';
import { FactorSections } from './factor-sections.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function SecurityPage() {
  const { t } = useText();
  return (
    <Page title={t('settings.security')}>
      <FactorSections />
      <SessionsSection />
    </Page>
  );
}
