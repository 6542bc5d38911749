import { EmptyState } from '@mantine/core';
import type { Role } from '@player-support/contract/enums';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page } from '../app/page.tsx';
import { useHasRole, useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly minimumRole: Role;
  /** Whether the page needs access to all projects too. */
  readonly allProjects?: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows the page, or says which role it needs. */
export function NeedsRole({ minimumRole, allProjects = false, title, children }: Props) {
  const { t } = useText();
  const hasRole = useHasRole(minimumRole);
  const { projectIds } = useMember();
  if (hasRole && (!allProjects || projectIds === null)) return children;
  return (
    <Page title={title}>
      <EmptyState
        icon={<IconLock aria-hidden />}
        title={t('settings.closed.title')}
        description={t(allProjects ? 'settings.closed.all-projects' : 'settings.closed.text', {
          role: t(`role.${minimumRole}`),
        })}
      />
    </Page>
  );
}
