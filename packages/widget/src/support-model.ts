import type {
  InboxMessageResponse,
  OutboxEntry,
  PlayerSupport,
  TicketDetailsResponse,
  TicketMessageResponse,
  TicketSummaryResponse,
} from '@player-support/client';
import { type Trouble, troubleOf } from './trouble.ts';

export interface SupportState {
  /** Undefined until loaded. */
  readonly tickets: readonly TicketSummaryResponse[] | undefined;
  readonly messages: readonly InboxMessageResponse[] | undefined;
  readonly entries: readonly OutboxEntry[];
  /** By ticket. */
  readonly conversations: ReadonlyMap<string, TicketDetailsResponse>;
  /** To quote, by ticket. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Not this player's, or no longer. */
  readonly missing: ReadonlySet<string>;
  readonly unread: number;
  readonly trouble: Trouble | undefined;
  /** The last reply in the shown ticket, for screen readers. */
  readonly news: string;
}

const EMPTY: SupportState = {
  tickets: undefined,
  messages: undefined,
  entries: [],
  conversations: new Map(),
  numbers: new Map(),
  missing: new Set(),
  unread: 0,
  trouble: undefined,
  news: '',
};

const FIRST_RETRY_MS = 3000;
const MAX_RETRY_MS = 30_000;
/** The rest is not read out. */
const MAX_NEWS_LENGTH = 500;

export interface SupportModel {
  readonly state: SupportState;
  /** Loads the lists and the shown conversation, repeatedly while that fails. */
  refresh(): Promise<void>;
  /** Undefined: no conversation. The shown replies count as read. */
  show(ticketId: string | undefined): void;
  markRead(messageId: string): void;
  retry(entryId: string): void;
  discard(entryId: string): void;
  sendNow(): void;
  /** Visible: it retries by itself. */
  setVisible(isVisible: boolean): void;
  /** What still arrives has no effect. */
  dispose(): void;
}

/** Keeps the SDK's knowledge as one state. `onChange` follows each change. */
export function createSupportModel(support: PlayerSupport, onChange: () => void): SupportModel {
  let state: SupportState = { ...EMPTY, unread: support.inbox.unreadCount() };
  let shown: string | undefined;
  let isVisible = false;
  let isDisposed = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** By conversation: an older response may arrive later. */
  const latest = new Map<string, number>();

  function set(change: Partial<SupportState>): void {
    if (isDisposed) return;
    state = { ...state, ...change };
    onChange();
  }

  /** A failure becomes the trouble of the banner, and is tried again. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  function failed(error: unknown): void {
    const trouble = troubleOf(error);
    if (isDisposed || trouble === undefined) return;
    set({ trouble: navigator.onLine ? trouble : 'offline' });
    if (!isVisible || timer !== undefined) return;
    const { retryAfter = 0 } = error as { retryAfter?: number };
    const wait = Math.max(retryAfter * 1000, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++));
    timer = setTimeout(() => void refresh(), wait * (1 + Math.random() * 0.2));
  }

  function stopRetry(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  async function readEntries(): Promise<void> {
    const entries = await support.outbox.entries();
    set({ entries });
  }

  /** @returns whether it succeeded */
  async function loadTickets(): Promise<boolean> {
    const tickets = await attempt(() => support.tickets.list());
    if (tickets) set({ tickets });
    return tickets !== undefined;
  }

  /** @returns whether it succeeded */
  async function loadInbox(): Promise<boolean> {
    const messages = await attempt(() => support.inbox.messages());
    if (messages) set({ messages });
    return messages !== undefined;
  }

  /** Older servers have none. */
  async function loadNumbers(): Promise<void> {
    const path = '/api/v1/player/ticket-numbers';
    const request = { method: 'GET', path, expects: ['tickets[]'] } as const;
    const found = await support
      .request<{ tickets: { ticketId: string; number: number }[] }>(request)
      .catch(() => undefined);
    if (found) set({ numbers: new Map(found.tickets.map(({ ticketId, number }) => [ticketId, number])) });
  }

  async function loadConversation(id: string): Promise<void> {
    // A new ticket's view has its entry's id until the server gives one.
    await readEntries();
    if (state.entries.some((entry) => entry.id === id)) return;
    const request = (latest.get(id) ?? 0) + 1;
    latest.set(id, request);
    let isMissing = false;
    const conversation = await attempt(() =>
      support.tickets.get(id).catch((error: { status?: number }) => {
        if (error.status !== 404) throw error;
        isMissing = true;
        return undefined;
      }),
    );
    if (isMissing) set({ missing: new Set(state.missing).add(id) });
    if (!conversation || latest.get(id) !== request) return;
    const before = state.conversations.get(id);
    set({
      conversations: new Map(state.conversations).set(id, conversation),
      // Loading marked its replies as read.
      tickets: state.tickets?.map((ticket) =>
        ticket.id === id ? { ...ticket, status: conversation.status, unreadCount: 0 } : ticket,
      ),
      ...(before && id === shown ? { news: newsOf(before.messages, conversation.messages) ?? state.news } : {}),
    });
    for (const message of state.messages ?? []) if (message.ticketId === id) markRead(message.id);
    if (!state.numbers.has(id)) await loadNumbers();
  }

  function markRead(id: string): void {
    const message = state.messages?.find((message) => message.id === id);
    if (!message || message.readAt) return;
    const readAt = new Date().toISOString();
    set({ messages: state.messages?.map((other) => (other === message ? { ...other, readAt } : other)) });
    void attempt(() => support.inbox.markRead(id));
  }

  async function refresh(): Promise<void> {
    stopRetry();
    const [areTicketsLoaded, isInboxLoaded] = await Promise.all([loadTickets(), loadInbox(), readEntries()]);
    if (areTicketsLoaded && isInboxLoaded) {
      // The service works again, which one list alone does not show.
      stopRetry();
      failures = 0;
      set({ trouble: undefined });
    }
    if (shown !== undefined) await loadConversation(shown);
  }

  const ended = new AbortController();
  addEventListener('online', () => void refresh(), ended);
  addEventListener('offline', () => set({ trouble: 'offline' }), ended);
  const removers = [
    support.on('unread', (unread) => set({ unread })),
    support.on('outbox', () => void readEntries()),
    support.on('error', failed),
    support.on('message', (message) => {
      if (state.messages) set({ messages: [message, ...state.messages.filter(({ id }) => id !== message.id)] });
    }),
    support.on('ticket', ({ ticketId }) => {
      if (!isVisible) return;
      if (ticketId === shown) void loadConversation(ticketId);
      void loadTickets();
    }),
  ];

  return {
    get state() {
      return state;
    },
    refresh,
    show(ticketId) {
      shown = ticketId;
      set({ news: '' });
      if (ticketId !== undefined) void loadConversation(ticketId);
    },
    markRead,
    retry: (id) => void support.outbox.retry(id).then(readEntries),
    sendNow: () => support.outbox.sendNow(),
    discard: (id) => void support.outbox.discard(id).then(readEntries),
    setVisible(visible) {
      isVisible = visible;
      if (!visible) stopRetry();
    },
    dispose() {
      isDisposed = true;
      stopRetry();
      ended.abort();
      for (const remove of removers) remove();
    },
  };
}

/** Finds the team's newest reply that was not there before. */
function newsOf(before: readonly TicketMessageResponse[], after: readonly TicketMessageResponse[]): string | undefined {
  const known = new Set(before.map(({ id }) => id));
  const news = after.findLast(({ id, authorType }) => !known.has(id) && authorType !== 'player');
  return news && [...news.message].slice(0, MAX_NEWS_LENGTH).join('');
}
