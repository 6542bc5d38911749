import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import { MERGE_UNDO_DAYS } from '@player-support/contract/limits';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSending } from '../data/outbox/sending.tsx';
import { playerTicketsQuery } from '../data/queries/player.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormButtons } from '../ui/form-dialog.tsx';
import { Time } from '../ui/time.tsx';
import classes from './ticket.module.css';

interface Props {
  readonly ticket: TeamTicketResponse;
  readonly onClose: () => void;
  readonly onMerged: (into: string) => void;
}

export function MergeDialog({ ticket, onClose, onMerged }: Props) {
  const { t } = useText();
  const { merge } = useSending();
  const { data, error } = useQuery(playerTicketsQuery(ticket.playerId));
  const [chosen, setChosen] = useState<string>();
  const others = data?.tickets.filter(({ id, mergedInto }) => id !== ticket.id && mergedInto === null);
  // A single ticket is already chosen. Only the button merges.
  const into = others?.length === 1 ? others[0] : others?.find(({ id }) => id === chosen);
  const choices = useRef<HTMLDivElement>(null);
  const isLoaded = others !== undefined;
  // The close button has the focus if the tickets load after the dialog.
  useEffect(() => {
    const inForm = document.activeElement?.closest('form')?.contains(choices.current) === true;
    if (isLoaded && !inForm) choices.current?.querySelector('input')?.focus();
  }, [isLoaded]);
  // The server refuses chains.
  const hasMerged = ticket.mergedTickets.length > 0;
  return (
    <Dialog title={t('merge.title')} onClose={onClose} size="lg">
      <Form
        error={error}
        onSubmit={() => {
          if (into === undefined) return;
          merge('merge', ticket, into);
          onClose();
          onMerged(into.id);
        }}
      >
        {hasMerged ? (
          <Text size="sm">{t('merge.has-merged')}</Text>
        ) : (
          <>
            <Text size="sm">{t('merge.text', { count: MERGE_UNDO_DAYS })}</Text>
            {others === undefined && error === null && <Skeleton height={120} />}
            {others?.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('merge.none')}
              </Text>
            )}
            {others !== undefined && others.length > 0 && (
              <Radio.Group label={t('merge.into')} value={into?.id ?? null} onChange={setChosen}>
                <Stack ref={choices} gap="xs" mt="xs" className={classes.choices}>
                  {others.map((other, index) => (
                    <Option key={other.id} ticket={other} isFirst={index === 0} />
                  ))}
                </Stack>
              </Radio.Group>
            )}
          </>
        )}
        <FormButtons action={t('merge.submit')} disabled={hasMerged || into === undefined} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Shows another ticket of the player: subject, status, time and newest message. */
function Option({ ticket, isFirst }: { readonly ticket: QueueTicketResponse; readonly isFirst: boolean }) {
  const { t } = useText();
  const { id, subject, status, lastMessageAt, createdAt, lastMessagePreview } = ticket;
  return (
    <Radio
      value={id}
      data-autofocus={isFirst || undefined}
      label={<bdi>{subject}</bdi>}
      description={
        <>
          {t(`status.${status}`)} · <Time at={lastMessageAt ?? createdAt} />
          <Text component="span" display="block" size="xs" lineClamp={2} dir="auto" className="user-text">
            {lastMessagePreview}
          </Text>
        </>
      }
    />
  );
}
