import { Button, Text } from '@mantine/core';
import { requestSignOut } from '../data/session/sign-out-request.ts';
import { useText } from '../i18n/text.ts';
import { SignedOutLayout } from '../parts/sign-in/signed-out-layout.tsx';
import { FactorSections } from './factor-sections.tsx';

/** Tells a member without a second factor that the owners require one. */
export function FactorNeeded() {
  const { t } = useText();
  return (
    <SignedOutLayout title={t('factor-needed.title')} isWide>
      <Text mb="lg">{t('factor-needed.text')}</Text>
      <FactorSections />
      <Button variant="subtle" onClick={() => requestSignOut('/session')}>
        {t('menu.sign-out')}
      </Button>
    </SignedOutLayout>
  );
}
