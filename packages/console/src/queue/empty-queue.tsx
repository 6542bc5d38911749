import { Anchor, Button, EmptyState } from '@mantine/core';
import type { TicketView } from '@player-support/contract/enums';
import { IconFilterOff, IconInbox, IconPlugConnected } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly view: TicketView;
  readonly isFiltered: boolean;
  readonly hasTickets: boolean;
  /** Undefined: a saved view without other filters. */
  readonly onClear: (() => void) | undefined;
}

/** Says why the list is empty, and what to do. */
export function EmptyQueue({ view, isFiltered, hasTickets, onClear }: Props) {
  const { t } = useText();
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff aria-hidden />}
        title={t('queue.empty.filtered')}
        description={t('queue.empty.filtered.text')}
      >
        {onClear !== undefined && (
          <Button variant="default" onClick={onClear}>
            {t('queue.filters.clear')}
          </Button>
        )}
      </EmptyState>
    );
  }
  if (!hasTickets) {
    return (
      <EmptyState
        icon={<IconPlugConnected aria-hidden />}
        title={t('queue.empty.first')}
        description={t('queue.empty.first.text')}
      >
        <Anchor href="/docs">{t('queue.empty.first.link')}</Anchor>
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
