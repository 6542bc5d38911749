import { Button, Group, Text } from '@mantine/core';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { IconArrowMerge } from '@tabler/icons-react';
import { usePendingMerge } from '../data/outbox/pending-changes.ts';
import { useSending } from '../data/outbox/sending.tsx';
import { useHasRole } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import classes from './ticket.module.css';
import { Unsent } from './unsent.tsx';

/** Replaces the text field of a merged ticket: where it continues, and how to undo. */
export function MergedBanner({ ticket }: { readonly ticket: TeamTicketResponse }) {
  const { t } = useText();
  const canWrite = useHasRole('agent');
  const { merge } = useSending();
  const pending = usePendingMerge(ticket.id);
  const done = ticket.merge && { ...ticket.merge, id: ticket.merge.ticketId };
  const into = done ?? pending?.into;
  if (into === undefined) return null;
  const canUndo = canWrite && done !== null && pending === undefined && Date.parse(done.undoUntil) > Date.now();
  return (
    <section className={classes.composer} aria-label={t('merge.merged-ticket')}>
      <Group className={classes.inner} justify="space-between" gap="xs">
        <Text size="sm" role="status">
          <IconArrowMerge size={16} aria-hidden className={classes.inlineIcon} />{' '}
          {t(done === null ? 'merge.merging' : 'merge.merged')}{' '}
          <AnchorLink to="/tickets/$ticketId" params={{ ticketId: into.id }} fz="sm" underline="always">
            <bdi>{into.subject}</bdi>
          </AnchorLink>
        </Text>
        {canUndo && (
          <Button variant="default" size="compact-sm" mih={28} onClick={() => merge('unmerge', ticket, into)}>
            {t('merge.undo')}
          </Button>
        )}
      </Group>
      <Unsent ticketId={ticket.id} />
    </section>
  );
}
