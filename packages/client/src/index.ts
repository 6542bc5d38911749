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
  /** Where the service is, for example `https://support.example.com`. */
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  /** IndexedDB, else localStorage, else memory: then what waits to be sent does not survive a restart. */
  readonly storage?: Storage;
  readonly fetch?: Fetch;
}

/** What happens, by name; listeners get the value. */
export interface PlayerSupportEvents {
  /** A message came into the inbox that is not read yet; each is told once. */
  message: InboxMessageResponse;
  /** How many messages of the inbox are unread now. */
  unread: number;
  /** Something changed in this ticket. */
  ticket: { readonly ticketId: string };
  /** Something that the player wrote is queued, sending, sent or failed. */
  outbox: OutboxEntry;
  /** Something failed that no call waits for, such as a poll or the storage; the SDK goes on by itself. */
  error: unknown;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export type NewTicket = Omit<CreateTicketRequest, 'projectPublicKey'>;
export type PlayerSupport = ReturnType<typeof createPlayerSupport>;

/**
 * The support of one installation of a game. Nothing is sent before the first call or `start()`. Every call rejects with
 * a SupportError, or with the reason of its signal.
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
        // A listener's mistake is the game's to hear of, and must not stop what called it.
        if (name !== 'error') emit('error', error);
      }
    }
  }

  const storage = safeStorage(options.storage ?? defaultStorage(), `player-support:${projectPublicKey}:`, (error) =>
    emit('error', error),
  );
  const { userId, sessionId, context } = options;
  // As JSON, in which what is undefined is absent.
  const identity = { userId, sessionId, context } as Identity;
  const call = createCall({ fetch, baseUrl, projectPublicKey, storage, identity });
  const outbox = createOutbox({
    storage,
    projectPublicKey,
    call,
    changed(entry) {
      emit('outbox', entry);
      if (entry.state !== 'sent') return;
      emit('ticket', { ticketId: entry.ticketId });
      inbox.expectAnswer();
    },
  });
  const inbox = createInbox({
    storage,
    projectPublicKey,
    call,
    arrived(message) {
      emit('message', message);
      if (message.ticketId) emit('ticket', { ticketId: message.ticketId });
    },
    counted: (unread) => emit('unread', unread),
    failed: (error) => emit('error', error),
  });

  const online = () => {
    outbox.hurry();
    inbox.wake();
  };
  const seen = () => inbox.wake();
  // Neither is everywhere: workers have no document, and game engines may have none of both.
  const { addEventListener, removeEventListener, document } = globalThis as Partial<typeof globalThis>;

  return {
    tickets: {
      /**
       * Opens a ticket with its first message. It is kept first and then sent as soon as that can be done, exactly once,
       * also after a restart; the promise waits for the server's answer. Aborting takes it back only before its first try.
       */
      create: (ticket: NewTicket, { signal }: CallOptions = {}) =>
        outbox.add('create', { ...ticket }, undefined, signal) as Promise<CreateTicketResponse>,
      /** The newest activity first, at most 100. */
      async list({ signal }: CallOptions = {}): Promise<TicketSummaryResponse[]> {
        const path = `/api/v1/player/tickets?projectPublicKey=${encodeURIComponent(projectPublicKey)}`;
        const { tickets } = (await call({ method: 'GET', path, signal })).body as PlayerTicketsResponse;
        return (Array.isArray(tickets) ? tickets : []).map((one) => ({
          ...one,
          unreadCount: int32(one.unreadCount) ?? 0,
        }));
      },
      /** One ticket with its conversation, oldest first; the team's answers in it count as read from then on. */
      async get(ticketId: string, { signal }: CallOptions = {}): Promise<TicketDetailsResponse> {
        const path = `/api/v1/tickets/${encodeURIComponent(ticketId)}`;
        return (await call({ method: 'GET', path, signal })).body as TicketDetailsResponse;
      },
      /**
       * Replies in a ticket, as surely as `create`, and after all that was written in it before. For a ticket that waits
       * itself, give the `id` of its entry in the outbox.
       */
      reply: (ticketId: string, message: string, { signal }: CallOptions = {}) =>
        outbox.add('reply', { message }, ticketId, signal) as Promise<AddTicketMessageResponse>,
    },
    inbox: {
      /** The newest 50 messages, newest first. */
      messages: ({ signal }: CallOptions = {}): Promise<InboxMessageResponse[]> => inbox.messages(signal),
      /** May be repeated. */
      markRead: (messageId: string, { signal }: CallOptions = {}): Promise<MarkInboxReadResponse> =>
        inbox.markRead(messageId, signal),
      /** As far as the last poll said. */
      unreadCount: (): number => inbox.unread(),
    },
    outbox: {
      /** All that waits, and the newest that were sent or failed; oldest first. */
      entries: (): Promise<OutboxEntry[]> => outbox.entries(),
      /** Tries an entry that failed once more. */
      retry: (id: string): Promise<void> => outbox.retry(id),
      /** Forgets an entry that failed. */
      discard: (id: string): Promise<void> => outbox.discard(id),
    },
    /** Calls the listener whenever that happens, until the function that it gives is called. */
    on<Name extends keyof PlayerSupportEvents>(
      name: Name,
      listener: (value: PlayerSupportEvents[Name]) => void,
    ): () => void {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
    /**
     * Sends what still waits, and polls the inbox from now on. To call it again does no harm; where the engine has no
     * `online` event, do so when the network or the game is back.
     */
    start(): void {
      addEventListener?.('online', online);
      document?.addEventListener('visibilitychange', seen);
      outbox.hurry();
      inbox.start();
    },
    /** Ends polling and sending; what waits is kept, until `start()` or the next thing that the player writes. */
    stop(): void {
      removeEventListener?.('online', online);
      document?.removeEventListener('visibilitychange', seen);
      outbox.stop();
      inbox.stop();
    },
  };
}
