import { Group, Text } from '@mantine/core';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { IconHandStop } from '@tabler/icons-react';
import { useHasRole } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { HeldBulkActions } from '../parts/storm/held-bulk-actions.tsx';
import classes from './ticket.module.css';

interface Props {
  readonly ticket: TeamTicketResponse;
  readonly onDone: () => void;
}

/** Replaces the text field of a held ticket, which takes no reply. */
export function HeldBanner({ ticket, onDone }: Props) {
  const { t } = useText();
  const canChange = useHasRole('agent');
  return (
    <section className={classes.composer} aria-label={t('storm.ticket.label')}>
      <Group className={classes.inner} justify="space-between" gap="xs">
        <Text size="sm" role="status">
          <IconHandStop size={16} aria-hidden className={classes.inlineIcon} /> {t('storm.ticket')}
        </Text>
        {canChange && (
          <Group gap={4}>
            <HeldBulkActions tickets={[ticket]} onDone={onDone} />
          </Group>
        )}
      </Group>
    </section>
  );
}
