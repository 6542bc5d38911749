import type { Fetch } from './http.ts';
import { createInbox, int32 } from './inbox.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { createCall, type Identity } from './session.ts';
import { defaultStorage, type Storage, safeStorage } from './storage.ts';
import type {
  AddTicketMessageResponse,
  CreateTicketRequest,
  CreateTicketResponse,
  IdentifyRequest,
  InboxMessageResponse,
  MarkInboxReadResponse,
  PlayerTicketsResponse,
  TicketDetailsResponse,
  TicketSummaryResponse,
} from './types.ts';

export {
  NetworkError,
  NotFoundError,
  OpenTicketLimitError,
  PlayerBlockedError,
  type Problem,
  ProjectUnavailableError,
  RateLimitedError,
  ServerError,
  SupportError,
  TicketClosedError,
  UnauthorizedError,
  ValidationError,
} from './errors.ts';
export type { Fetch } from './http.ts';
export type { OutboxEntry } from './outbox-entry.ts';
export { indexedDbStorage, memoryStorage, type Storage, webStorage } from './storage.ts';
export type * from './types.ts';

export interface PlayerSupportOptions extends Pick<IdentifyRequest, 'userId' | 'sessionId' | 'context'> {
  /** The URL of the service, such as `https://support.example.com`. */
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  /**
   * The default is IndexedDB, else localStorage, else memory. Memory loses pending entries at a
   * restart.
   */
  readonly storage?: Storage;
  readonly fetch?: Fetch;
}

/** The events by name, with the value that a listener gets. */
export interface PlayerSupportEvents {
  /** A new unread message is in the inbox. Emitted once for each message. */
  message: InboxMessageResponse;
  /** The number of unread messages in the inbox changed. */
  unread: number;
  /** This ticket changed. */
  ticket: { readonly ticketId: string };
  /** An entry of the outbox is now queued, sending, sent or failed. */
  outbox: OutboxEntry;
  /** Something failed in the background, such as a poll. The SDK recovers by itself. */
  error: unknown;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export type NewTicket = Omit<CreateTicketRequest, 'projectPublicKey'>;
export type PlayerSupport = ReturnType<typeof createPlayerSupport>;

/**
 * The player support of one installation of a game. It sends nothing before the first call or
 * `start()`. A call that fails rejects with a SupportError, or with the reason of its signal.
 */
export function createPlayerSupport(options: PlayerSupportOptions) {
  const { projectPublicKey } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const listeners = new Map<keyof PlayerSupportEvents, Set<(value: never) => void>>();

  function emit<Name extends keyof PlayerSupportEvents>(name: Name, value: PlayerSupportEvents[Name]): void {
    for (const listener of listeners.get(name) ?? []) {
      try {
        (listener as (value: PlayerSupportEvents[Name]) => void)(value);
      } catch (error) {
        // An error of the game's listener must not stop the SDK.
        if (name !== 'error') emit('error', error);
      }
    }
  }

  const storage = safeStorage(options.storage ?? defaultStorage(), `player-support:${projectPublicKey}:`, (error) =>
    emit('error', error),
  );
  const { userId, sessionId, context } = options;
  // It is compared and sent as JSON, which leaves out undefined values.
  const identity = { userId, sessionId, context } as Identity;
  const call = createCall({ fetch, baseUrl, projectPublicKey, storage, identity });
  const outbox = createOutbox({
    storage,
    projectPublicKey,
    call,
    onChange(entry) {
      emit('outbox', entry);
      if (entry.state !== 'sent') return;
      emit('ticket', { ticketId: entry.ticketId });
      inbox.expectReply();
    },
  });
  const inbox = createInbox({
    storage,
    projectPublicKey,
    call,
    onMessage(message) {
      emit('message', message);
      if (message.ticketId) emit('ticket', { ticketId: message.ticketId });
    },
    onUnreadCount: (unread) => emit('unread', unread),
    onError: (error) => emit('error', error),
  });

  const onOnline = () => {
    outbox.retryNow();
    inbox.wake();
  };
  const onVisibilityChange = () => inbox.wake();
  // A worker has no document, and some game engines have no events either.
  const { addEventListener, removeEventListener, document } = globalThis as Partial<typeof globalThis>;

  return {
    tickets: {
      /**
       * Creates a ticket with its first message. The SDK stores it and sends it exactly once, as
       * soon as possible, even after a restart. The promise waits for the response. Aborting has an
       * effect only before the first attempt to send it.
       */
      create: (ticket: NewTicket, { signal }: CallOptions = {}) =>
        outbox.add({ kind: 'create', body: { ...ticket }, signal }) as Promise<CreateTicketResponse>,
      /** The player's tickets, the newest activity first, at most 100. */
      async list({ signal }: CallOptions = {}): Promise<TicketSummaryResponse[]> {
        const path = `/api/v1/player/tickets?projectPublicKey=${encodeURIComponent(projectPublicKey)}`;
        const { tickets } = (await call({ method: 'GET', path, signal })).body as PlayerTicketsResponse;
        return (Array.isArray(tickets) ? tickets : []).map((ticket) => ({
          ...ticket,
          unreadCount: int32(ticket.unreadCount) ?? 0,
        }));
      },
      /** A ticket with its messages, oldest first. This marks the team's replies as read. */
      async get(ticketId: string, { signal }: CallOptions = {}): Promise<TicketDetailsResponse> {
        const path = `/api/v1/tickets/${encodeURIComponent(ticketId)}`;
        return (await call({ method: 'GET', path, signal })).body as TicketDetailsResponse;
      },
      /**
       * Replies in a ticket. It is sent like a new ticket, after earlier replies in the ticket.
       *
       * @param ticketId for a ticket that is not sent yet, the `id` of its entry in the outbox
       */
      reply: (ticketId: string, message: string, { signal }: CallOptions = {}) =>
        outbox.add({ kind: 'reply', body: { message }, ticketId, signal }) as Promise<AddTicketMessageResponse>,
    },
    inbox: {
      /** The newest 50 messages, newest first. */
      messages: ({ signal }: CallOptions = {}): Promise<InboxMessageResponse[]> => inbox.messages(signal),
      /** Marks a message as read. Doing it again has no effect. */
      markRead: (messageId: string, { signal }: CallOptions = {}): Promise<MarkInboxReadResponse> =>
        inbox.markRead(messageId, signal),
      /** The number of unread messages as of the last poll. */
      unreadCount: (): number => inbox.unreadCount(),
    },
    outbox: {
      /** All pending entries and the newest sent and failed ones, oldest first. */
      entries: (): Promise<OutboxEntry[]> => outbox.entries(),
      /** Sends a failed entry again. */
      retry: (id: string): Promise<void> => outbox.retry(id),
      /** Removes a failed entry. */
      discard: (id: string): Promise<void> => outbox.discard(id),
    },
    /** Adds a listener for an event. Returns a function that removes it. */
    on<Name extends keyof PlayerSupportEvents>(
      name: Name,
      listener: (value: PlayerSupportEvents[Name]) => void,
    ): () => void {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
    /**
     * Sends pending entries and starts to poll the inbox. Calling it again is safe. If the engine
     * has no `online` event, call it when the network is back or the game is resumed.
     */
    start(): void {
      addEventListener?.('online', onOnline);
      document?.addEventListener('visibilitychange', onVisibilityChange);
      outbox.retryNow();
      inbox.start();
    },
    /**
     * Stops polling and sending. Pending entries stay until `start()` or the next ticket or reply.
     */
    stop(): void {
      removeEventListener?.('online', onOnline);
      document?.removeEventListener('visibilitychange', onVisibilityChange);
      outbox.stop();
      inbox.stop();
    },
  };
}
