import { IconMapOff } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { usePageTitle } from './page.tsx';

/** For an address without a page. */
export function NotFound() {
  const { t } = useText();
  usePageTitle(t('not-found.title'));
  return (
    <EmptyState
      icon={<IconMapOff size={20} />}
      title={t('not-found.title')}
      text={t('not-found.text')}
      action={<AnchorLink to="/queue">{t('not-found.back')}</AnchorLink>}
    />
  );
}
