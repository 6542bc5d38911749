import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { useText } from '../i18n/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { TicketChange } from './queue-rows.ts';

interface Props {
  readonly change: TicketChange;
  readonly tickets: readonly QueueTicketResponse[];
  /** How many of the tickets are folded into another row. */
  readonly foldedCount: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before many tickets change, and says how many players will be told. */
export function ChangeQuestion({ change, tickets, foldedCount, onConfirm, onClose }: Props) {
  const { t } = useText();
  const { status } = change;
  const count = tickets.length;
  // The server tells the player when a ticket becomes resolved or closed.
  const isTold = (ticket: QueueTicketResponse) =>
    (status === 'resolved' || status === 'closed') && ticket.status !== status;
  const told = new Set(tickets.filter(isTold).map(({ playerId }) => playerId)).size;
  const texts = [
    ...(foldedCount > 0 ? [t('queue.ask.folded', { count: foldedCount })] : []),
    told === 0 ? t('queue.ask.nobody') : t('queue.ask.told', { count: told }),
  ];
  return (
    <ConfirmDialog
      title={t(`queue.ask.${status ?? 'other'}`, { count })}
      text={texts.join(' ')}
      action={t(`queue.ask.action.${status ?? 'other'}`, { count })}
      destructive={false}
      onConfirm={() => {
        onConfirm();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
