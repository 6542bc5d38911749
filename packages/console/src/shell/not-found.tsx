import { EmptyState } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import { usePageTitle } from '../ui/page.tsx';

export function NotFound() {
  const { t } = useText();
  usePageTitle(t('not-found.title'));
  return (
    <EmptyState icon={<IconMapOff aria-hidden />} title={t('not-found.title')} description={t('not-found.text')}>
      <AnchorLink to="/queue">{t('not-found.back')}</AnchorLink>
    </EmptyState>
  );
}
