import type { SupportError } from './errors.ts';
import type { Emit } from './events.ts';
import type { CallOptions, Request } from './http.ts';
import { itemsWithId } from './items-with-id.ts';
import type { SafeStorage } from './safe-storage.ts';
import type { Call } from './session.ts';
import { backOff, now } from './time.ts';
import type { InboxMessageResponse, MarkInboxReadResponse } from './types.ts';

/** Polls overlap by this time: a message may have been saved late. */
const OVERLAP_MS = 30_000;
/** In memory. A response has fewer. */
const MAX_MESSAGES = 100;
/** After the player wrote: the team may reply soon. */
const AFTER_WRITING_MS = 15_000;
/** Without a valid delay from the server. */
const DEFAULT_DELAY_SECONDS = 60;
const MAX_DELAY_SECONDS = 86_400;
/** Clients whose network returns together poll within this time. */
const WAKE_SPREAD_MS = 2000;
/** After the unread count of another tab has changed. */
const AFTER_NEWS_MS = 2000;

/** Polls as often as the server says. */
export function createInbox(options: {
  readonly storage: SafeStorage;
  readonly projectPublicKey: string;
  readonly call: Call;
  /** The server has answered a poll. */
  readonly onPolled: () => void;
  readonly emit: Emit;
}) {
  const { storage, call, emit } = options;
  /** By id. */
  let messages = new Map<string, InboxMessageResponse>();
  /** Emitted message ids, also from earlier runs, oldest first. */
  let emitted: readonly unknown[] | undefined;
  let unreadCount = 0;
  let etag: string | null = null;
  let since = 0;
  let delaySeconds = DEFAULT_DELAY_SECONDS;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;
  let isPolling = false;
  /** The longest time from the current poll to the next one. */
  let nextWithin = Infinity;
  let isStarted = false;
  /** Tells tabs with this project, perhaps of other players, that there may be something new. */
  let tabs: BroadcastChannel | undefined;

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    dueAt = now() + milliseconds;
    if (isStarted) timer = setTimeout(poll, milliseconds);
  }

  /** Polls and schedules the next poll. A hidden page polls when it is visible. */
  async function poll(): Promise<void> {
    if (isPolling || globalThis.document?.hidden) return;
    isPolling = true;
    try {
      await pollOnce();
      // Spread, more so after a failure: many clients recover in the same minute.
      schedule(Math.min(delaySeconds * 1000 * (1 + Math.random() * (failures ? 1 : 0.1)), nextWithin));
      failures = 0;
      nextWithin = Infinity;
      options.onPolled();
    } catch (error) {
      const { status, retryAfter } = error as SupportError;
      schedule(backOff(failures++, retryAfter));
      // The next poll is due as soon as the network is back.
      if (status === 0) dueAt = 0;
      emit('error', error);
    }
    isPolling = false;
  }

  async function pollOnce(): Promise<void> {
    const { status, headers, body } = await call({
      ...request(since > 0 ? `&since=${new Date(since).toISOString()}` : ''),
      headers: etag ? { 'If-None-Match': etag } : {},
    });
    if (status === 304) return;
    // An integer may arrive as a string of digits.
    const seconds = Number(body.nextPollAfterSeconds) || DEFAULT_DELAY_SECONDS;
    delaySeconds = Math.min(Math.max(seconds, 1), MAX_DELAY_SECONDS);
    await storage.withLock('emitted', async () => {
      // Stopped meanwhile: the next client on this storage emits them.
      if (!isStarted) return;
      await receive(itemsWithId(body.messages));
      // Only now: a 304 for this tag means that the inbox has all messages.
      etag = headers.get('etag');
    });
  }

  function request(since = ''): Request {
    const path = `/api/v1/player/inbox?projectPublicKey=${encodeURIComponent(options.projectPublicKey)}${since}`;
    return { method: 'GET', path, expects: ['messages[]'] };
  }

  /** Emits each new message once, even across restarts. Runs under a lock. */
  async function receive(received: readonly InboxMessageResponse[]): Promise<void> {
    const stored = emitted ?? (await storage.read('emitted'));
    const ids: readonly unknown[] = Array.isArray(stored) ? stored : [];
    emitted = ids;
    const fresh = received.filter(({ id }) => !ids.includes(id));
    remember(received);
    for (const { createdAt, readAt } of received) {
      since = Math.max(since, (Date.parse(readAt ?? createdAt) || 0) - OVERLAP_MS);
    }
    if (fresh.length === 0) return;
    emitted = [...ids, ...fresh.map(({ id }) => id)].slice(-2 * MAX_MESSAGES);
    await storage.write('emitted', emitted);
    for (const message of fresh.reverse()) {
      if (message.readAt) continue;
      emit('message', message);
      if (message.ticketId) emit('ticket', { ticketId: message.ticketId });
    }
  }

  function remember(received: readonly InboxMessageResponse[]): void {
    for (const message of received) {
      // A late response must not make a read message unread.
      messages.set(message.id, { ...message, readAt: message.readAt ?? messages.get(message.id)?.readAt ?? null });
    }
    const newest = [...messages.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, MAX_MESSAGES);
    messages = new Map(newest.map((message) => [message.id, message]));
    const count = newest.filter((message) => !message.readAt).length;
    if (count === unreadCount) return;
    unreadCount = count;
    tabs?.postMessage(0);
    emit('unread', count);
  }

  function pollWithin(milliseconds: number): void {
    if (isPolling) nextWithin = milliseconds;
    else if (isStarted && failures === 0 && dueAt - now() > milliseconds) schedule(milliseconds);
  }

  return {
    request,
    unreadCount: () => unreadCount,

    /** Polls soon if due, or if the last poll got no response. */
    start(): void {
      // A resumed game must still wait as long as the server asked.
      if (!isStarted) {
        isStarted = true;
        try {
          if (!storage.scope) {
            tabs = new BroadcastChannel(options.projectPublicKey);
            tabs.onmessage = () => pollWithin(AFTER_NEWS_MS);
          }
        } catch {
          // Some game engines and sandboxed frames have none.
        }
        schedule(Math.max(0, dueAt - now()));
      } else if (!isPolling && dueAt <= now()) schedule(Math.random() * WAKE_SPREAD_MS);
    },

    stop(): void {
      isStarted = false;
      tabs?.close();
      tabs = undefined;
      clearTimeout(timer);
    },

    /** The team may reply soon, so it polls earlier. */
    onSent: () => pollWithin(AFTER_WRITING_MS),

    async messages(options?: CallOptions): Promise<InboxMessageResponse[]> {
      const { body } = await call({ ...options, ...request() });
      const received = itemsWithId<InboxMessageResponse>(body.messages);
      await storage.withLock('emitted', () => receive(received));
      return received;
    },

    async markRead(id: string, options?: CallOptions): Promise<MarkInboxReadResponse> {
      const readPath = `/api/v1/player/inbox/${encodeURIComponent(id)}/read`;
      const response = await call({ ...options, path: readPath, expects: ['readAt'] });
      const marked = response.body as unknown as MarkInboxReadResponse;
      const message = messages.get(id);
      if (message) remember([{ ...message, readAt: marked.readAt }]);
      return marked;
    },
  };
}
