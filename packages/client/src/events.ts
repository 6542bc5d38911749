import type { UploadProgress } from './file-uploads.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { InboxMessageResponse } from './types.ts';

/** Events by name, with the listener's value. Newer versions may add some. */
export interface PlayerSupportEvents {
  /** A new unread message. Emitted once for each. */
  message: InboxMessageResponse;
  /** The number of unread messages changed. */
  unread: number;
  /** This ticket changed. */
  ticket: { readonly ticketId: string };
  /** An entry is now queued, sending, sent, failed or stored. */
  outbox: OutboxEntry;
  /** More of an entry's files was uploaded. */
  upload: UploadProgress;
  /**
   * A poll, a try to send or the storage failed. The SDK continues, but a wrong key or URL needs
   * the developer.
   */
  error: unknown;
}

export type Emit = <Name extends keyof PlayerSupportEvents>(name: Name, value: PlayerSupportEvents[Name]) => void;

export function createEvents() {
  const listeners = new Set<readonly [keyof PlayerSupportEvents, (value: never) => void]>();

  const emit: Emit = (name, value) => {
    for (const [listened, listener] of listeners) {
      if (listened !== name) continue;
      try {
        listener(value as never);
      } catch (error) {
        // A listener's error must not stop the SDK.
        if (name !== 'error') emit('error', error);
      }
    }
  };

  function on<Name extends keyof PlayerSupportEvents>(
    name: Name,
    listener: (value: PlayerSupportEvents[Name]) => void,
  ): () => void {
    const added = [name, listener] as const;
    listeners.add(added);
    return () => void listeners.delete(added);
  }

  return { emit, on };
}
