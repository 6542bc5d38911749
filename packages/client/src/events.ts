import type { UploadProgress } from './file-uploads.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { InboxMessageResponse } from './types.ts';

/** The events by name, with the value that a listener gets. Newer versions may add some. */
export interface PlayerSupportEvents {
  /** A new unread message is in the inbox. Emitted once for each message. */
  message: InboxMessageResponse;
  /** The number of unread messages in the inbox changed. */
  unread: number;
  /** This ticket changed. */
  ticket: { readonly ticketId: string };
  /** An entry of the outbox is now queued, sending, sent or failed, or it is now stored. */
  outbox: OutboxEntry;
  /** More of the files of an entry was uploaded. */
  upload: UploadProgress;
  /**
   * Something failed in the background: a poll, a try to send an entry, the storage. The SDK
   * continues by itself, but a wrong key or URL needs the developer.
   */
  error: unknown;
}

export type Emit = <Name extends keyof PlayerSupportEvents>(name: Name, value: PlayerSupportEvents[Name]) => void;

/** The listeners of the game. */
export function createEvents() {
  const listeners = new Set<readonly [keyof PlayerSupportEvents, (value: never) => void]>();

  const emit: Emit = (name, value) => {
    for (const [listened, listener] of listeners) {
      if (listened !== name) continue;
      try {
        listener(value as never);
      } catch (error) {
        // An error of the game's listener must not stop the SDK.
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
