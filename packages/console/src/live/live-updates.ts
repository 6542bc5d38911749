import type { Presence, TeamEvents } from '@player-support/contract/team/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { Listeners } from '../app/listeners.ts';
import { sessionQuery } from '../app/session.ts';
import { Invalidator } from './invalidator.ts';
import { LiveStream, type TeamEvent } from './live-stream.ts';

/** Without a stream, everything on the page is loaded again this often. */
const POLL_INTERVAL_MS = 30_000;
/** The number of tickets whose presence is kept. */
const MAX_TICKETS = 500;
const NOBODY: readonly Presence[] = [];

let connected = true;
let presence: ReadonlyMap<string, readonly Presence[]> = new Map();
const listeners = new Listeners();
type TicketListener = (change: TeamEvents['ticket'] | null) => void;
const ticketListeners = new Set<TicketListener>();

function setPresence({ ticketId, present }: TeamEvents['presence']): void {
  const others = [...presence].filter(([id]) => id !== ticketId).slice(-MAX_TICKETS + 1);
  presence = new Map(present.length === 0 ? others : [...others, [ticketId, present]]);
  listeners.notify();
}

function start(queryClient: QueryClient): () => void {
  const invalidator = new Invalidator(queryClient);
  let polling: ReturnType<typeof setInterval> | undefined;
  const onEvent = (event: TeamEvent) => {
    invalidator.handle(event);
    if (event.name === 'presence') return setPresence(event.data);
    if (event.name === 'settings') return;
    if (event.name === 'reset') {
      presence = new Map();
      listeners.notify();
    }
    for (const listener of ticketListeners) listener(event.name === 'ticket' ? event.data : null);
  };
  const stream = new LiveStream({
    open: () => new EventSource('/api/v1/team/events'),
    onEvent,
    // If the session has ended, the query client sees it here and leads to the sign-in page.
    onRefused: () =>
      void queryClient
        .fetchQuery({
          queryKey: [...sessionQuery.queryKey, 'check'],
          queryFn: () => api.get('/session'),
          retry: false,
          staleTime: 0,
          gcTime: 0,
        })
        .catch(() => undefined),
    onConnected: (isConnected) => {
      clearInterval(polling);
      if (!isConnected) polling = setInterval(() => onEvent({ name: 'reset', data: {} }), POLL_INTERVAL_MS);
      connected = isConnected;
      listeners.notify();
    },
  });
  const reopen = () => stream.reopen();
  window.addEventListener('online', reopen);
  stream.start();
  return () => {
    window.removeEventListener('online', reopen);
    stream.stop();
    invalidator.stop();
    clearInterval(polling);
    connected = true;
    presence = new Map();
  };
}

/** Keeps all pages up to date while the component is mounted. Used once, in the shell. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => start(queryClient), [queryClient]);
}

/** Whether there is a live connection. It becomes false after five seconds without one. */
export function useConnected(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => connected);
}

/** The members who have a ticket open, including the current member. */
export function usePresence(ticketId: string): readonly Presence[] {
  return useSyncExternalStore(listeners.subscribe, () => presence.get(ticketId) ?? NOBODY);
}

/**
 * Calls the listener for each ticket that was created or changed, or with null if any may have
 * been. Most queries are refetched anyway; only the rows of a queue are left to its page.
 */
export function useTicketChanges(listener: TicketListener): void {
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const call: TicketListener = (change) => latest(change);
    ticketListeners.add(call);
    return () => {
      ticketListeners.delete(call);
    };
  }, []);
}
