import type { Presence, TeamEvents } from '@player-support/contract/team/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { sessionQuery } from '../app/session.ts';
import { Invalidator } from './invalidator.ts';
import { LiveStream, type TeamEvent } from './live-stream.ts';

/** While there is no stream, what is on the screen is asked for again so often; in milliseconds. */
const POLL_EVERY = 30_000;
/** Tickets whose presence is remembered. */
const MOST_TICKETS = 500;
const NOBODY: readonly Presence[] = [];

let connected = true;
let present: ReadonlyMap<string, readonly Presence[]> = new Map();
const viewers = new Set<() => void>();
type TicketListener = (change: TeamEvents['ticket'] | null) => void;
const ticketListeners = new Set<TicketListener>();

function changed(): void {
  for (const viewer of viewers) viewer();
}

function setPresent({ ticketId, present: now }: TeamEvents['presence']): void {
  const others = [...present].filter(([id]) => id !== ticketId).slice(-MOST_TICKETS + 1);
  present = new Map(now.length === 0 ? others : [...others, [ticketId, now]]);
  changed();
}

function start(queryClient: QueryClient): () => void {
  const invalidator = new Invalidator(queryClient);
  let polls: ReturnType<typeof setInterval> | undefined;
  const take = (event: TeamEvent) => {
    invalidator.take(event);
    if (event.name === 'presence') return setPresent(event.data);
    if (event.name === 'settings') return;
    if (event.name === 'reset') {
      present = new Map();
      changed();
    }
    for (const listener of ticketListeners) listener(event.name === 'ticket' ? event.data : null);
  };
  const stream = new LiveStream({
    open: () => new EventSource('/api/v1/team/events'),
    onEvent: take,
    // A session that has ended is seen by the query client, which leads to the sign-in page.
    onRefused: () =>
      void queryClient
        .fetchQuery({
          queryKey: [...sessionQuery.queryKey, 'still'],
          queryFn: () => api.get('/session'),
          retry: false,
          staleTime: 0,
          gcTime: 0,
        })
        .catch(() => undefined),
    onConnected: (now) => {
      clearInterval(polls);
      if (!now) polls = setInterval(() => take({ name: 'reset', data: {} }), POLL_EVERY);
      connected = now;
      changed();
    },
  });
  const reopen = () => stream.reopen();
  window.addEventListener('online', reopen);
  stream.start();
  return () => {
    window.removeEventListener('online', reopen);
    stream.stop();
    invalidator.stop();
    clearInterval(polls);
    connected = true;
    present = new Map();
  };
}

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => viewers.delete(viewer);
}

/** Keeps what the pages show up to date, while the component is there. Once, in the shell. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => start(queryClient), [queryClient]);
}

/** Whether there is a live stream; false only once there has been none for five seconds. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected);
}

/** Who is on a ticket now, oneself included; empty while nobody has said so. */
export function usePresence(ticketId: string): readonly Presence[] {
  return useSyncExternalStore(subscribe, () => present.get(ticketId) ?? NOBODY);
}

/**
 * Calls on every ticket that was created or changed; with null where any may have. For what is more than asking again for
 * queries: those of single tickets, players and counts are asked for anyway, only the rows of a queue are left to its page.
 */
export function useTicketChanges(listener: TicketListener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const call: TicketListener = (change) => latest.current(change);
    ticketListeners.add(call);
    return () => {
      ticketListeners.delete(call);
    };
  }, []);
}
