import { Anchor, Button } from '@mantine/core';
import type { TicketView } from '@player-support/contract/enums';
import { IconFilterOff, IconInbox, IconPlugConnected } from '@tabler/icons-react';
import { useMay } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { AnchorLink } from '../ui/link.tsx';

interface Props {
  readonly view: TicketView;
  readonly isFiltered: boolean;
  /** Whether there is a ticket in any view. */
  readonly hasTickets: boolean;
  readonly hasProjects: boolean;
  readonly onClear: () => void;
}

/** In place of a queue without tickets: why it is empty, and what to do. */
export function EmptyQueue({ view, isFiltered, hasTickets, hasProjects, onClear }: Props) {
  const { t } = useText();
  const mayMakeProjects = useMay('admin');
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={20} />}
        title={t('queue.empty.filtered')}
        text={t('queue.empty.filtered.text')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('queue.filters.clear')}
          </Button>
        }
      />
    );
  }
  if (!hasTickets) {
    const withoutProject = !hasProjects && mayMakeProjects;
    return (
      <EmptyState
        icon={<IconPlugConnected size={20} />}
        title={t('queue.empty.first')}
        text={t(withoutProject ? 'queue.empty.project' : 'queue.empty.first.text')}
        action={
          withoutProject ? (
            <AnchorLink to="/settings/projects">{t('queue.empty.project.link')}</AnchorLink>
          ) : (
            <Anchor href="/docs">{t('queue.empty.first.link')}</Anchor>
          )
        }
      />
    );
  }
  return (
    <EmptyState icon={<IconInbox size={20} />} title={t(`queue.empty.${view}`)} text={t(`queue.empty.${view}.text`)} />
  );
}
