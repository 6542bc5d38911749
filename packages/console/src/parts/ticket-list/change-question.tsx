import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { firstSubjects } from '../../data/outbox/first-subjects.ts';
import { isResolvedOrClosed } from '../../data/outbox/unsent-reply.ts';
import type { TicketChange } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  /** Undefined: a dialog asks for it. */
  readonly change: TicketChange | undefined;
  readonly tickets: readonly QueueTicketResponse[];
  /** The focused ticket outside the selection: the member may mean only this one. */
  readonly other: QueueTicketResponse | undefined;
  /** Tickets that are folded into another row. */
  readonly foldedCount: number;
  /** Tickets with an unsent reply. */
  readonly unsent: readonly QueueTicketResponse[];
  readonly onConfirm: () => void;
  readonly onOther: (ticketId: string) => void;
  readonly onClose: () => void;
}

/** Says which tickets change, and how many players will be told. */
export function ChangeQuestion(props: Props) {
  const { change, tickets, other, foldedCount, unsent, onConfirm, onOther, onClose } = props;
  const { t } = useText();
  const status = change?.status;
  const count = tickets.length;
  // The server tells the player when a ticket becomes resolved or closed.
  const isTold = (ticket: QueueTicketResponse) => isResolvedOrClosed(status) && ticket.status !== status;
  const told = new Set(tickets.filter(isTold).map(({ playerId }) => playerId)).size;
  const names = (some: readonly QueueTicketResponse[]) =>
    firstSubjects(
      some.map(({ subject }) => subject),
      t,
    );
  const selected = [
    t('queue.ask.tickets', { count, names: names(tickets) }),
    ...(foldedCount > 0 ? [t('queue.ask.folded', { count: foldedCount })] : []),
    ...(change === undefined ? [] : [told === 0 ? t('queue.ask.nobody') : t('queue.ask.told', { count: told })]),
  ];
  const texts = [
    selected.join(' '),
    ...(unsent.length > 0 ? [t('queue.ask.unsent', { count: unsent.length, names: names(unsent) })] : []),
    ...(other === undefined ? [] : [t('queue.ask.other-ticket', { names: names([other]) })]),
  ];
  return (
    <ConfirmDialog
      title={t(`queue.ask.${status ?? 'other'}`, { count })}
      text={texts.join('\n\n')}
      action={t(`queue.ask.action.${status ?? 'other'}`, { count })}
      alternative={
        other === undefined ? undefined : { label: t('queue.ask.only-other'), onClick: () => onOther(other.id) }
      }
      destructive={false}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
