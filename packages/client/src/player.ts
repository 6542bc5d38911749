import type { Service } from './http.ts';
import { createInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { SafeStorage } from './safe-storage.ts';
import { createSession, type Identity } from './session.ts';
import type { InboxMessageResponse } from './types.ts';

/** The keys of a player in the storage. */
const KEYS = ['installation', 'session', 'outbox', 'emitted'];

export type Player = ReturnType<typeof createPlayer>;

/** What a player needs that is not shared with other users of the device. */
export interface PlayerOptions {
  readonly service: Service;
  readonly projectPublicKey: string;
  readonly storage: SafeStorage;
  readonly identity: () => Identity;
  /** Aborted when the user leaves. From then on nothing is sent or emitted. */
  readonly signal: AbortSignal;
  readonly onEntry: (entry: OutboxEntry) => void;
  readonly onMessage: (message: InboxMessageResponse) => void;
  readonly onUnreadCount: (count: number) => void;
  readonly onError: (error: unknown) => void;
}

/** One player of this device: its token, its outbox and its inbox. */
export function createPlayer(options: PlayerOptions) {
  const { storage, projectPublicKey, service, signal } = options;
  const session = createSession(options);
  const inbox = createInbox({ ...options, call: session.call });
  const outbox = createOutbox({
    ...options,
    onChange: options.onEntry,
    serverTime: service.clock.time,
    prepare: () => session.prepare({ ...inbox.request(), signal }),
    post: async ({ id, kind, ticketId, body }) => {
      const isNew = kind === 'create';
      const response = await session.call({
        method: 'POST',
        path: isNew ? '/api/v1/tickets' : `/api/v1/tickets/${encodeURIComponent(ticketId)}/messages`,
        body: isNew ? { ...body, projectPublicKey } : body,
        headers: { 'Idempotency-Key': id },
        expects: [isNew ? 'ticketId' : 'messageId'],
        signal,
      });
      return response.body;
    },
  });
  return {
    call: session.call,
    outbox,
    inbox,
    start(): void {
      outbox.start();
      inbox.start();
    },
    stop(): void {
      outbox.stop();
      inbox.stop();
    },
    /** Removes everything of the player from the device. */
    erase: () => storage.erase(KEYS),
  };
}
