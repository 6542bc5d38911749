import { EmptyState } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { Page } from './page.tsx';
import { type ClosablePage, needsAllProjects } from './settings-pages.ts';

/** Says which access the page needs. */
export function ClosedPage({ page }: { readonly page: ClosablePage }) {
  const { t } = useText();
  return (
    <Page title={t(page.label)}>
      <EmptyState
        icon={<IconLock aria-hidden />}
        title={t('settings.closed.title')}
        description={t(needsAllProjects(page) ? 'settings.closed.all-projects' : 'settings.closed.text', {
          role: t(`role.${page.role}`),
        })}
      />
    </Page>
  );
}
