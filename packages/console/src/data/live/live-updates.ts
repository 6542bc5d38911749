import type { Presence, TeamEvents } from '@player-support/contract/team/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isUnavailable } from '../../api/api-error.ts';
import { checkForNewVersion } from '../../lib/console-version.ts';
import { Listeners } from '../../lib/listeners.ts';
import { serverBack } from '../../lib/server-back.ts';
import { markRowsSeen } from '../queue/seen-rows.ts';
import { loadSession, sessionQuery } from '../session/session.ts';
import { Invalidator } from './invalidator.ts';
import { LiveStream, type TeamEvent } from './live-stream.ts';

/** Without a stream, everything on the page is loaded again this often. */
const POLL_INTERVAL_MS = 30_000;
const MAX_TICKETS = 500;
const NOBODY: readonly Presence[] = [];

/**
 * `polling`: the server responds, but there is no stream. `offline`: the server does not respond.
 */
export type Connection = 'live' | 'polling' | 'offline';

let connection: Connection = 'live';
let presence: ReadonlyMap<string, readonly Presence[]> = new Map();
const listeners = new Listeners();
type TicketListener = (change: TeamEvents['ticket'] | null) => void;
const ticketListeners = new Set<TicketListener>();

function setPresence({ ticketId, present }: TeamEvents['presence']): void {
  const others = [...presence].filter(([id]) => id !== ticketId).slice(-MAX_TICKETS + 1);
  presence = new Map(present.length === 0 ? others : [...others, [ticketId, present]]);
  listeners.notify();
}

function setConnection(next: Connection): void {
  connection = next;
  listeners.notify();
}

function start(queryClient: QueryClient): () => void {
  const invalidator = new Invalidator(queryClient);
  let polling: ReturnType<typeof setInterval> | undefined;
  let opened = 0;
  const onEvent = (event: TeamEvent) => {
    invalidator.handle(event);
    if (event.name === 'presence') return setPresence(event.data);
    if (event.name === 'seen') return markRowsSeen(queryClient, event.data.ticketId);
    if (event.name === 'settings' || event.name === 'mentions') return;
    if (event.name === 'reset') {
      presence = new Map();
      listeners.notify();
    }
    for (const listener of ticketListeners) listener(event.name === 'ticket' ? event.data : null);
  };
  const stream = new LiveStream({
    open: () => new EventSource('/api/v1/team/events'),
    onEvent,
    onRefused: () => void check(),
    onConnected: (isConnected) => {
      clearInterval(polling);
      if (isConnected) {
        setConnection('live');
        if (opened++ === 0) return;
        serverBack.notify();
        // A server that was restarted may have a new version of this page.
        checkForNewVersion();
        return;
      }
      polling = setInterval(() => {
        void check();
        onEvent({ name: 'reset', data: {} });
      }, POLL_INTERVAL_MS);
      if (connection === 'live') setConnection('polling');
      void check();
    },
  });
  /** A session that has ended leads to the sign-in page. */
  const check = async () => {
    const before = opened;
    const responds = await loadSession().then(
      (session) => {
        queryClient.setQueryData(sessionQuery.queryKey, session);
        return true;
      },
      (error) => !isUnavailable(error),
    );
    // A stream that was opened meanwhile knows better.
    if (opened !== before) return;
    if (!responds) setConnection('offline');
    else if (connection === 'offline') setConnection('polling');
  };
  const goOffline = () => setConnection('offline');
  const reopen = () => stream.reopen();
  window.addEventListener('online', reopen);
  window.addEventListener('offline', goOffline);
  if (!navigator.onLine) goOffline();
  stream.start();
  return () => {
    window.removeEventListener('online', reopen);
    window.removeEventListener('offline', goOffline);
    stream.stop();
    invalidator.stop();
    clearInterval(polling);
    connection = 'live';
    presence = new Map();
  };
}

/** Call it once, in the shell. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => start(queryClient), [queryClient]);
}

/** Tells how the page learns of changes. Five seconds after the stream broke it is not `live`. */
export function useConnection(): Connection {
  return useSyncExternalStore(listeners.subscribe, () => connection);
}

/** Includes the current member. */
export function usePresence(ticketId: string): readonly Presence[] {
  return useSyncExternalStore(listeners.subscribe, () => presence.get(ticketId) ?? NOBODY);
}

/**
 * Calls the listener for each changed ticket, or with null if any may have changed. For a queue's
 * rows: other queries are refetched anyway.
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
