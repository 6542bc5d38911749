import type { Emit } from './events.ts';
import type { Files } from './file-uploads.ts';
import type { Service } from './http.ts';
import { createInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';
import type { SafeStorage } from './safe-storage.ts';
import { createSession, type Identity } from './session.ts';

const KEYS = ['installation', 'session', 'outbox', 'emitted'];

export type Player = ReturnType<typeof createPlayer>;

export interface PlayerOptions {
  readonly service: Service;
  readonly projectPublicKey: string;
  readonly storage: SafeStorage;
  readonly identity: () => Identity;
  /** Aborted when the user leaves: nothing more is sent or emitted. */
  readonly signal: AbortSignal;
  readonly emit: Emit;
  readonly files?: Files | undefined;
}

export function createPlayer(options: PlayerOptions) {
  const { storage, signal } = options;
  const emit: Emit = (name, value) => signal.aborted || options.emit(name, value);
  const call = createSession(options);
  const inbox = createInbox({
    ...options,
    call,
    emit,
    // Another process may have written something and ended.
    onPolled: () => void outbox.sendDue(),
  });
  const outbox = createOutbox({
    ...options,
    call,
    emit,
    onSent: inbox.onSent,
    // The ages of entries need the server's time, which any response tells.
    prepare: async () => options.service.clock.isKnown() || call(inbox.request()),
  });
  return {
    call,
    outbox,
    inbox,
    /** Starts. If started, sends and polls what is due. */
    start(): void {
      outbox.start();
      inbox.start();
    },
    stop(): void {
      outbox.stop();
      inbox.stop();
    },
    async erase(): Promise<void> {
      await outbox.files?.erase();
      await storage.close(KEYS);
    },
  };
}
