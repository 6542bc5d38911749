import { localError } from './errors.ts';
import { createEvents, type PlayerSupportEvents } from './events.ts';
import type { Files, NewFile } from './file-uploads.ts';
import type { CallOptions, Fetch, Request } from './http.ts';
import { itemsWithId } from './items-with-id.ts';
import type { NewEntry } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { createPlayer, type Player } from './player.ts';
import { randomId } from './random-id.ts';
import { safeStorage } from './safe-storage.ts';
import type { Identity } from './session.ts';
import { defaultStorage, type Storage } from './storage.ts';
import { createServerClock } from './time.ts';
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
import { createUsers, type User } from './users.ts';

export { type Problem, type Slug, SupportError } from './errors.ts';
export type { NewFile, OutboxFile, UploadProgress } from './file-uploads.ts';
export type { CallOptions, Fetch, Request } from './http.ts';
export type { WithLock, Work } from './locks.ts';
export type { OutboxEntry } from './outbox-entry.ts';
export { indexedDbStorage, type KeyValueStore, memoryStorage, type Storage, webStorage } from './storage.ts';
export type * from './types.ts';
export type { PlayerSupportEvents };

export interface PlayerSupportOptions extends Pick<IdentifyRequest, 'userId' | 'sessionId' | 'context'> {
  /**
   * The service's URL, such as `https://support.example.com`, without query, fragment and
   * credentials.
   */
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  /**
   * Default: IndexedDB, else localStorage, else memory, which loses pending entries at a restart.
   */
  readonly storage?: Storage | undefined;
  readonly fetch?: Fetch;
  /** For attachments: `fileUploads()` of `@player-support/client/file-uploads`. */
  readonly files?: Files | undefined;
}

/**
 * A text on its way, pending while offline. The promise rejects if the service refuses it, the
 * outbox is full, the signal aborts or the user changes.
 */
export interface Sending<T> extends Promise<T> {
  /** The `id` of its outbox entry, known at once. */
  readonly entryId: string;
}

/** At most five. The device keeps them, and they are uploaded before the message is sent. */
interface WithAttachments {
  readonly attachments?: readonly NewFile[] | undefined;
}

export type NewTicket = Omit<CreateTicketRequest, 'projectPublicKey' | 'attachments'> & WithAttachments;
export type PlayerSupport = ReturnType<typeof createPlayerSupport>;

/** @throws TypeError if the service cannot be reached at such a URL */
function checkedUrl(url: unknown): string {
  // `URL` is incomplete in some game engines.
  const text = /^(https?:\/\/[^\s/?#@\\][^\s?#@\\]*?)\/*$/i.exec(String(url))?.[1];
  if (text) return text;
  throw new TypeError(`baseUrl must be an http(s) URL, not ${url}`);
}

/** An unawaited call must not end a Node process. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/**
 * The player support of one installation of a game. It sends nothing before the first call or
 * `start()`. A call that fails rejects with a SupportError, or with the reason of its signal.
 *
 * @throws TypeError if `baseUrl`, `projectPublicKey` or `storage` cannot be right
 */
export function createPlayerSupport(options: PlayerSupportOptions) {
  const { projectPublicKey } = options;
  if (!projectPublicKey) throw new TypeError('projectPublicKey is empty.');
  const rawStorage = options.storage ?? defaultStorage();
  if (!['memory', 'process'].includes(rawStorage.scope as string) && !rawStorage.withLock)
    throw new TypeError('storage: add scope or withLock.');
  const service = {
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    baseUrl: checkedUrl(options.baseUrl),
    clock: createServerClock(),
  };
  const { emit, on } = createEvents();
  const storage = safeStorage(rawStorage, `player-support:${projectPublicKey}:`, (error) =>
    emit('error', localError('storage', `${error}`)),
  );
  const users = createUsers(storage);
  let { sessionId, context } = options;
  let user: User = options.userId || null;
  let userLeft = new AbortController();
  let player = openPlayer();
  let isStarted = false;

  function openPlayer(): Player {
    const userId = user ?? undefined;
    return createPlayer({
      ...options,
      service,
      emit,
      signal: userLeft.signal,
      storage: users.storageOf(user),
      // Compared and sent as JSON, which omits undefined values.
      identity: () => ({ userId, sessionId, context }) as Identity,
    });
  }

  /** The former player stops at once: late responses and events have no effect. */
  async function switchUser(next: User, erase?: boolean): Promise<void> {
    const former = player;
    const formerUser = user;
    if (next === user && !erase) return;
    former.stop();
    userLeft.abort(localError('signed-out'));
    userLeft = new AbortController();
    user = next;
    const erased = erase ? Promise.all([former.erase(), users.forget(formerUser)]) : users.find(formerUser);
    const found = users.find(next);
    player = openPlayer();
    emit('unread', 0);
    if (isStarted) player.start();
    await Promise.all([erased, found]);
  }

  function add(entry: Omit<NewEntry, 'id'>, options?: CallOptions): Sending<unknown> {
    const entryId = randomId();
    return Object.assign(quiet(player.outbox.add({ ...entry, id: entryId }, options?.signal)), { entryId });
  }

  function request<T>(request: Request): Promise<T> {
    return quiet(player.call(request).then(({ body }) => body as T));
  }

  const get = <T>(path: string, expects: readonly string[], options?: CallOptions) =>
    request<T>({ ...options, method: 'GET', path, expects });

  const resume = () => player.start();
  // A worker has no document, and some game engines have no events.
  const { addEventListener, removeEventListener, document } = globalThis as Partial<typeof globalThis>;

  return {
    tickets: {
      /**
       * Stores a ticket with its first message, and sends it exactly once, even after a restart.
       * The promise waits for the response. Aborting works only before the first attempt.
       */
      create: ({ attachments, ...body }: NewTicket, options?: CallOptions) =>
        add({ kind: 'create', body, attachments }, options) as Sending<CreateTicketResponse>,
      /** The player's tickets, latest activity first, at most 100. */
      list: (options?: CallOptions): Promise<TicketSummaryResponse[]> =>
        quiet(
          get<PlayerTicketsResponse>(
            `/api/v1/player/tickets?projectPublicKey=${encodeURIComponent(projectPublicKey)}`,
            ['tickets[]'],
            options,
          ).then(({ tickets }) => itemsWithId<TicketSummaryResponse>(tickets)),
        ),
      /** A ticket with its messages, oldest first. Marks the team's replies as read. */
      get: (ticketId: string, options?: CallOptions): Promise<TicketDetailsResponse> =>
        get(`/api/v1/tickets/${encodeURIComponent(ticketId)}`, ['id', 'messages[]'], options),
      /**
       * Replies in a ticket. It is sent like a new ticket, after earlier replies in the ticket.
       *
       * @param ticketId for a ticket that is not sent yet, the `id` of its entry in the outbox
       */
      reply: (ticketId: string, message: string, options?: CallOptions & WithAttachments) =>
        add({ ...options, kind: 'reply', body: { message }, ticketId }, options) as Sending<AddTicketMessageResponse>,
    },
    inbox: {
      /** The newest 50 messages, newest first. */
      messages: (options?: CallOptions): Promise<InboxMessageResponse[]> => quiet(player.inbox.messages(options)),
      /** Marks a message as read. Repeats have no effect. */
      markRead: (messageId: string, options?: CallOptions): Promise<MarkInboxReadResponse> =>
        quiet(player.inbox.markRead(messageId, options)),
      /** The unread messages that the SDK knows. 0 before the first poll. */
      unreadCount: (): number => player.inbox.unreadCount(),
    },
    outbox: {
      /** Pending and failed entries, and the newest 20 sent ones, oldest first. */
      entries: (): Promise<OutboxEntry[]> => quiet(player.outbox.entries()),
      /** Sends a failed entry again; for a ticket, its failed replies too. */
      retry: (id: string): Promise<void> => quiet(player.outbox.retry(id)),
      /** Removes a failed entry. */
      discard: (id: string): Promise<void> => quiet(player.outbox.discard(id)),
      /** Tries pending entries now, except those that the server told to wait. */
      sendNow: (): void => player.outbox.start(),
    },
    /**
     * Sends a request as the player, for operations without a function in the SDK. Returns the
     * response body. It is not repeated, so it can fail offline.
     */
    request,
    /** Adds a listener. Returns a function that removes it. */
    on,
    /**
     * Each user has a player: tickets, inbox and outbox. The first user takes over the player
     * without a user. A former user's texts wait until that user is back; their promises reject
     * with `signed-out`. Session and context stay. Give `userId` at the next start too.
     */
    setUser: (userId: string | null): Promise<void> => quiet(switchUser(userId || null)),
    /**
     * Continues without a user. `erase` removes everything of the player from the device, also
     * unsent texts.
     */
    signOut: (options?: { readonly erase?: boolean }): Promise<void> => quiet(switchUser(null, options?.erase)),
    /** What the team sees about the player. Sent at the next call. */
    setContext(value: IdentifyRequest['context']): void {
      context = value;
    },
    /** Sent at the next call. */
    setSession(value: IdentifyRequest['sessionId']): void {
      sessionId = value;
    },
    /**
     * Sends pending entries and polls the inbox. Repeats are safe. Without `online` events in the
     * engine, call it when the network is back or the game resumes.
     */
    start(): void {
      // A game that chooses memory knows it.
      if (!isStarted && !options.storage && rawStorage.scope === 'memory') emit('error', localError('storage'));
      isStarted = true;
      addEventListener?.('online', resume);
      document?.addEventListener('visibilitychange', resume);
      resume();
    },
    /**
     * Stops polling and sending. Pending entries wait for `start()`, `sendNow()`, `retry()` or the
     * next text.
     */
    stop(): void {
      isStarted = false;
      removeEventListener?.('online', resume);
      document?.removeEventListener('visibilitychange', resume);
      player.stop();
    },
  };
}
