import type { Call } from './session.ts';
import type { SafeStorage } from './storage.ts';
import { backOff, now } from './time.ts';
import type { InboxMessageResponse, MarkInboxReadResponse, PlayerInboxResponse } from './types.ts';

/** What the clients' clocks and the server's ties may hide, in milliseconds. */
const OVERLAP = 30_000;
/** Messages that are remembered; the server has no more. */
const REMEMBERED = 100;
/** How soon to look after the player wrote, in milliseconds: the team may be quick. */
const AFTER_WRITING = 15_000;
/** Where the server's word cannot be understood, in seconds. */
const USUAL_DELAY = 60;
const LONGEST_DELAY = 86_400;

/** An int32 as the specification allows it: an integer, or digits with an optional minus sign. */
export function int32(value: unknown): number | undefined {
  return Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)) ? Number(value) : undefined;
}

/** The player's inbox: polled while it is started, as often as the server says. */
export function createInbox(options: {
  readonly storage: SafeStorage;
  readonly projectPublicKey: string;
  readonly call: Call;
  readonly arrived: (message: InboxMessageResponse) => void;
  readonly counted: (unread: number) => void;
  readonly failed: (error: unknown) => void;
}) {
  const { storage, call } = options;
  /** By id. */
  let remembered = new Map<string, InboxMessageResponse>();
  /** Ids of what was told, also in earlier runs, the oldest first. */
  let told: Set<string> | undefined;
  let unread = 0;
  let etag: string | undefined;
  let since = 0;
  let delay = USUAL_DELAY;
  let failures = 0;
  /** Whether the last poll failed for want of a network; then it is worth a try as soon as there may be one. */
  let offline = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;
  let polling = false;
  let answerExpected = false;
  let started = false;

  /** Plans the next poll. The time of it is kept while the inbox is stopped. */
  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    dueAt = now() + milliseconds;
    if (started) timer = setTimeout(poll, milliseconds);
  }

  /** One at a time; the next is scheduled when this one is over. A page that nobody sees waits until it is seen. */
  async function poll(): Promise<void> {
    if (polling || globalThis.document?.visibilityState === 'hidden') return;
    polling = true;
    let wait: number;
    try {
      await pollOnce();
      // Never sooner than told, and spread where a server tells all the same; widely after a failure, from which many more
      // came back in the same minute.
      wait = delay * 1000 * (1 + Math.random() * (failures > 0 ? 1 : 0.1));
      failures = 0;
      offline = false;
      if (answerExpected) wait = Math.min(wait, AFTER_WRITING);
      answerExpected = false;
    } catch (error) {
      const { status, retryAfter } = error as { status?: number; retryAfter?: number };
      offline = status === 0;
      wait = backOff(failures++, retryAfter);
      options.failed(error);
    }
    polling = false;
    schedule(wait);
  }

  async function pollOnce(): Promise<void> {
    const { status, headers, body } = await call({
      method: 'GET',
      path: path(since > 0 ? new Date(since).toISOString() : undefined),
      ...(etag === undefined ? {} : { headers: { 'If-None-Match': etag } }),
    });
    if (status === 304) return;
    const inbox = body as PlayerInboxResponse;
    delay = Math.min(Math.max(int32(inbox.nextPollAfterSeconds) ?? USUAL_DELAY, 1), LONGEST_DELAY);
    await take(list(inbox));
    // Not before it was taken: a 304 says that nothing is missing.
    etag = headers.get('etag') ?? undefined;
  }

  function path(from?: string): string {
    const query = from === undefined ? '' : `&since=${encodeURIComponent(from)}`;
    return `/api/v1/player/inbox?projectPublicKey=${encodeURIComponent(options.projectPublicKey)}${query}`;
  }

  /** Tells what is new, once, also across restarts. */
  async function take(messages: readonly InboxMessageResponse[]): Promise<void> {
    if (told === undefined) {
      const stored = await storage.read<unknown>('told');
      told ??= new Set(Array.isArray(stored) ? stored : []);
    }
    const known = told;
    const fresh = messages.filter(({ id }) => !known.has(id));
    remember(messages);
    for (const { createdAt, readAt } of messages) {
      since = Math.max(since, (Date.parse(createdAt) || 0) - OVERLAP, (Date.parse(readAt ?? '') || 0) - OVERLAP);
    }
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.add(id);
    for (const id of [...known].slice(0, -2 * REMEMBERED)) known.delete(id);
    await storage.write('told', [...known]);
    for (const message of fresh.reverse()) if (!message.readAt) options.arrived(message);
  }

  function remember(messages: readonly InboxMessageResponse[]): void {
    for (const one of messages) {
      // What is read stays read, also where an older answer comes late.
      remembered.set(one.id, { ...one, readAt: one.readAt ?? remembered.get(one.id)?.readAt ?? null });
    }
    const newest = [...remembered.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    remembered = new Map(newest.slice(0, REMEMBERED).map((one) => [one.id, one]));
    const count = newest.slice(0, REMEMBERED).filter((one) => !one.readAt).length;
    if (count === unread) return;
    unread = count;
    options.counted(unread);
  }

  /** The page is seen or the network is back: polls if that is overdue or failed without one, a little spread out. */
  function wake(): void {
    if (started && !polling && (offline || dueAt <= now())) schedule(Math.random() * 2000);
  }

  return {
    wake,

    /** As far as the last answer said. */
    unread: () => unread,

    start(): void {
      if (started) {
        wake();
        return;
      }
      started = true;
      // An app that is resumed stops and starts: what the server asked for still holds.
      schedule(offline ? 0 : Math.max(0, dueAt - now()));
    },

    stop(): void {
      started = false;
      clearTimeout(timer);
    },

    /** The player wrote: an answer may come sooner than the last delay says. */
    expectAnswer(): void {
      if (polling) answerExpected = true;
      else if (started && failures === 0 && dueAt - now() > AFTER_WRITING) schedule(AFTER_WRITING);
    },

    /** All that the server has, newest first. */
    async messages(signal?: AbortSignal): Promise<InboxMessageResponse[]> {
      const messages = list((await call({ method: 'GET', path: path(), signal })).body);
      await take(messages);
      return messages;
    },

    async markRead(id: string, signal?: AbortSignal): Promise<MarkInboxReadResponse> {
      const readPath = `/api/v1/player/inbox/${encodeURIComponent(id)}/read`;
      const answer = (await call({ method: 'POST', path: readPath, signal })).body as MarkInboxReadResponse;
      const message = remembered.get(id);
      if (message) remember([{ ...message, readAt: answer.readAt }]);
      return answer;
    },
  };
}

function list(body: unknown): InboxMessageResponse[] {
  const { messages } = body as Partial<PlayerInboxResponse>;
  return Array.isArray(messages) ? messages.filter((one) => typeof one?.id === 'string') : [];
}
