import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { saveQueueSnapshot, snapshotOf } from '../../data/queue/queue-snapshot.ts';
import type { TicketList } from './use-ticket-list.ts';

interface Start {
  /** Opens the current or first ticket. */
  readonly opensFirst: boolean | undefined;
  /** Focuses the first ticket. */
  readonly entersFirst: boolean | undefined;
}

/** Tells the opened ticket's page which ticket is next. */
export function useOpenTicket({ cursor, tickets, keep, forNextTicket, isSearch }: TicketList, start: Start) {
  const navigate = useNavigate();
  const saveSnapshot = (ticketId: string) => saveQueueSnapshot(snapshotOf(forNextTicket()), ticketId);
  const open = (ticketId: string | undefined) => {
    if (ticketId === undefined) return;
    cursor.setCurrentId(ticketId);
    keep({ currentId: ticketId });
    saveSnapshot(ticketId);
    void navigate({
      to: '/tickets/$ticketId',
      params: { ticketId },
      ...(isSearch ? { state: { fromSearch: 1 } } : {}),
    });
  };
  const openFirst = () => open(cursor.currentId ?? tickets[0]?.id);
  const openWanted = useEffectEvent(openFirst);
  useEffect(() => {
    if (start.opensFirst) openWanted();
  }, [start.opensFirst]);
  const enterFirst = useEffectEvent(() => cursor.goTo('first'));
  useEffect(() => {
    if (start.entersFirst) enterFirst();
  }, [start.entersFirst]);
  return { open, openFirst, saveSnapshot };
}
