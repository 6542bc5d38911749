import { useState } from 'react';
import { firstSubjects } from '../../data/outbox/first-subjects.ts';
import { useSending } from '../../data/outbox/sending.tsx';
import { isResolvedOrClosed } from '../../data/outbox/unsent-reply.ts';
import { useReadUnsentReply } from '../../data/outbox/use-unsent-reply.ts';
import { MAX_UNASKED, type QueueRow, type TicketChange } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import type { useRowSelection } from './use-row-selection.ts';

export type QueueAction =
  | { readonly change: TicketChange; readonly dialog?: never }
  | { readonly dialog: 'assign' | 'tags' | 'priority' | 'link' | 'snooze'; readonly change?: never };

/** What the queue asks before tickets change. */
export interface Asked {
  readonly action: QueueAction;
  readonly ticketIds: readonly string[];
  /** The tickets are settled, so the action's dialog is open. */
  readonly areTicketsSettled: boolean;
  /** The focused row, if it is not selected. */
  readonly otherId?: string | undefined;
}

interface Options extends Pick<ReturnType<typeof useRowSelection>, 'selected' | 'setSelected' | 'shownIds'> {
  readonly rows: readonly QueueRow[];
  readonly currentId: string | undefined;
  readonly canChange: boolean;
}

/** Changes the selected tickets or the current one, and asks if unclear which. */
export function useQueueActions({ rows, selected, setSelected, shownIds, currentId, canChange }: Options) {
  const { t } = useText();
  const { changeTickets } = useSending();
  const readUnsent = useReadUnsentReply();
  const [asked, setAsked] = useState<Asked>();

  // Rows that are no longer loaded do not change: nobody could see it.
  const rowsOf = (ticketIds: readonly string[]) => {
    const ids = new Set(ticketIds);
    return rows.filter(({ id }) => ids.has(id));
  };
  const change = async (ticketIds: readonly string[], next: TicketChange) => {
    const tickets = rowsOf(ticketIds);
    const ids = tickets.map(({ id }) => id);
    const [first] = tickets;
    if (first === undefined) return;
    const subject =
      ids.length === 1
        ? first.subject
        : firstSubjects(
            tickets.map((one) => one.subject),
            t,
          );
    setSelected((now) => new Set([...now].filter((id) => !ids.includes(id))));
    const unchanged = await changeTickets({ ticketIds: ids, subject, change: next });
    if (ids.length > 1) setSelected((now) => new Set([...now, ...unchanged]));
  };
  const ask = (next: Asked) => {
    holdKeys();
    setAsked(next);
  };
  const carryOut = (action: QueueAction, ticketIds: readonly string[]) => {
    if (action.dialog === undefined) void change(ticketIds, action.change);
    else ask({ action, ticketIds, areTicketsSettled: true });
  };
  const isFolded = (id: string) => !shownIds.has(id);
  const isUnsent = (action: QueueAction) => (id: string) =>
    isResolvedOrClosed(action.change?.status) && readUnsent(id) !== undefined;
  const start = (action: QueueAction, ticketIds: readonly string[], otherId?: string) => {
    if (!canChange || ticketIds.length === 0) return;
    // Before its dialog, an action asks only about tickets out of sight.
    const asksChange =
      ticketIds.some(isFolded) ||
      (action.dialog === undefined && (ticketIds.length > MAX_UNASKED || ticketIds.some(isUnsent(action))));
    if (otherId !== undefined || asksChange) ask({ action, ticketIds, areTicketsSettled: false, otherId });
    else carryOut(action, ticketIds);
  };

  const current = currentId === undefined ? [] : [currentId];
  return {
    asked,
    rowsOf,
    isFolded,
    isUnsent,
    change,
    carryOut,
    start,
    close: () => setAsked(undefined),
    /** By a button beside the number of selected tickets. */
    onSelected: (action: QueueAction) => start(action, [...selected]),
    /** A key also changes the selected tickets, unless another ticket has the focus. */
    onKey: (action: QueueAction) =>
      selected.size === 0
        ? start(action, current)
        : start(
            action,
            [...selected],
            current.find((id) => !selected.has(id)),
          ),
  };
}
export type QueueActions = ReturnType<typeof useQueueActions>;
