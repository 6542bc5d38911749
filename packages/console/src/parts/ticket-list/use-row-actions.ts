import { useEffect, useMemo, useRef } from 'react';
import type { RowActions } from './queue-row.tsx';
import type { useOpenTicket } from './use-open-ticket.ts';
import { usePrefetchTicket } from './use-prefetch-ticket.ts';
import type { TicketList } from './use-ticket-list.ts';

/** Always the same functions, so that only changed rows render. */
export function useRowActions(
  { cursor, selection, fold }: TicketList,
  { open, saveSnapshot }: ReturnType<typeof useOpenTicket>,
): RowActions {
  const prefetch = usePrefetchTicket();
  const actions: RowActions = {
    toggle: (ticketId, extend) => {
      selection.toggle(ticketId, extend);
      cursor.setCurrentId(ticketId);
    },
    fold,
    onOpen: (ticketId, event) => {
      // The browser opens a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return saveSnapshot(ticketId);
      event.preventDefault();
      open(ticketId);
    },
    onHover: prefetch.soon,
    onPress: prefetch.now,
    onFocus: (ticketId) => {
      cursor.setCurrentId(ticketId);
      prefetch.soon(ticketId);
    },
  };
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  return useMemo<RowActions>(
    () => ({
      toggle: (...args) => latest.current.toggle(...args),
      fold: (...args) => latest.current.fold(...args),
      onOpen: (...args) => latest.current.onOpen(...args),
      onHover: (id) => latest.current.onHover(id),
      onPress: (id) => latest.current.onPress(id),
      onFocus: (id) => latest.current.onFocus(id),
    }),
    [],
  );
}
