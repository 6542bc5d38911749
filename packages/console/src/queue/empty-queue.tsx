import { Anchor, Button, EmptyState } from '@mantine/core';
import type { TicketView } from '@player-support/contract/enums';
import { IconFilterOff, IconInbox, IconPlugConnected } from '@tabler/icons-react';
import { useHasRole } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';

interface Props {
  readonly view: TicketView;
  readonly isFiltered: boolean;
  /** Whether any view has tickets. */
  readonly hasTickets: boolean;
  readonly hasProjects: boolean;
  readonly onClear: () => void;
}

/** Says why there are no tickets, and what to do. */
export function EmptyQueue({ view, isFiltered, hasTickets, hasProjects, onClear }: Props) {
  const { t } = useText();
  const canCreateProjects = useHasRole('admin');
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff aria-hidden />}
        title={t('queue.empty.filtered')}
        description={t('queue.empty.filtered.text')}
      >
        <Button variant="default" onClick={onClear}>
          {t('queue.filters.clear')}
        </Button>
      </EmptyState>
    );
  }
  if (!hasTickets) {
    const withoutProject = !hasProjects && canCreateProjects;
    return (
      <EmptyState
        icon={<IconPlugConnected aria-hidden />}
        title={t('queue.empty.first')}
        description={t(withoutProject ? 'queue.empty.project' : 'queue.empty.first.text')}
      >
        {withoutProject ? (
          <AnchorLink to="/settings/projects">{t('queue.empty.project.link')}</AnchorLink>
        ) : (
          <Anchor href="/docs">{t('queue.empty.first.link')}</Anchor>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconInbox aria-hidden />}
      title={t(`queue.empty.${view}`)}
      description={t(`queue.empty.${view}.text`)}
    />
  );
}
