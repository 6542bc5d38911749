import type { Role } from '@player-support/contract/enums';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page } from '../app/page.tsx';
import { useMay, useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';

interface Props {
  readonly least: Role;
  /** Whether it takes access to all projects too. */
  readonly everywhere?: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

/** The page, or for those whose role does not open it, whom to ask. */
export function NeedsRole({ least, everywhere = false, title, children }: Props) {
  const { t } = useText();
  const may = useMay(least);
  const { projectIds } = useMember();
  if (may && (!everywhere || projectIds === null)) return children;
  return (
    <Page title={title}>
      <EmptyState
        icon={<IconLock size={20} />}
        title={t('settings.closed.title')}
        text={t(everywhere ? 'settings.closed.everywhere' : 'settings.closed.text', { role: t(`role.${least}`) })}
      />
    </Page>
  );
}
