/** One JSON object per line, between the suite and a driver. See README.md. */

export const PROTOCOL = 1;

/** The suite skips what a driver does not declare. */
export const CAPABILITIES = {
  fastTime: '`start` may have `speed`: waits of the client are shorter by this factor',
  clock: '`start` may have `clockOffset`: the device clock is wrong by so many milliseconds',
  slowStorage: '`start` may have `storageDelay`: each write to the storage takes so many milliseconds',
  sharedStorage: '`start` may have `shared`: another process uses the same storage at the same time',
  replyBeforeSent: '`reply` may name a ticket that is not sent yet',
  users: '`setUser` and `signOut`',
  sendNow: '`sendNow`',
  retry: '`retry` and `discard`',
  files: '`create` and `reply` may have `files`',
  fileParts: 'larger files than `partBytes` go up in parts',
} as const;
export type Capability = keyof typeof CAPABILITIES;

export interface StartOptions {
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  /** An existing folder for all that the client keeps. */
  readonly storage: string;
  readonly userId?: string;
  readonly context?: Readonly<Record<string, string>>;
  readonly speed?: number;
  /** Milliseconds. */
  readonly clockOffset?: number;
  /** Milliseconds. */
  readonly storageDelay?: number;
  readonly shared?: boolean;
  /** Of files. Default: 256 KiB. */
  readonly partBytes?: number;
}

/** Commands whose answer is `done`. */
export type Request =
  | ({ readonly command: 'start' } & StartOptions)
  | { readonly command: 'stop' | 'entries' | 'list' | 'inbox' | 'sendNow' }
  | { readonly command: 'get'; readonly ticketId: string }
  | { readonly command: 'markRead'; readonly messageId: string }
  | { readonly command: 'setUser'; readonly userId: string }
  | { readonly command: 'signOut'; readonly erase?: boolean }
  | { readonly command: 'retry' | 'discard'; readonly message: string };

export interface NewFile {
  /** Unique on the device. */
  readonly name: string;
  /** A media type. */
  readonly type: string;
  /** In Base64. */
  readonly content: string;
}

/** Commands without an answer. The events `stored`, `sent` or `failed` follow. */
export type Write = { readonly message: string; readonly files?: readonly NewFile[] } & (
  | { readonly command: 'create'; readonly type: string; readonly subject: string }
  | {
      readonly command: 'reply';
      /** A ticket id, or the `entry` of its `stored` event. */
      readonly ticket: string;
    }
);

/** From the result of `entries`. */
export interface Entry {
  readonly message: string;
  readonly state: 'pending' | 'sent' | 'failed';
  readonly slug?: string;
  /** Files that the message is sent without, and why. */
  readonly missing?: readonly MissingFile[];
}

export interface MissingFile {
  readonly name: string;
  readonly slug: string;
}

export interface InboxMessage {
  readonly id: string;
  readonly body: string;
  readonly read: boolean;
}

export type Event =
  | {
      readonly event: 'hello';
      readonly protocol: number;
      readonly client: string;
      readonly capabilities: readonly Capability[];
    }
  | { readonly event: 'done'; readonly id: string; readonly result?: unknown; readonly slug?: string }
  /** The message now survives the end of the process. */
  | { readonly event: 'stored'; readonly message: string; readonly entry: string }
  /** The service has confirmed the message. */
  | { readonly event: 'sent'; readonly message: string; readonly ticketId: string }
  /** The client gives up. */
  | { readonly event: 'failed'; readonly message: string; readonly slug: string }
  /** The file now survives too, if its message does. */
  | { readonly event: 'fileStored'; readonly message: string; readonly name: string }
  | ({ readonly event: 'fileMissing'; readonly message: string } & MissingFile)
  /** The client shows this inbox message as new. */
  | { readonly event: 'message'; readonly id: string; readonly body: string }
  | { readonly event: 'unread'; readonly count: number }
  /** The client recovers by itself. */
  | { readonly event: 'error'; readonly slug: string };

/** Throws if the line is no event of this version. */
export function parseEvent(line: string): Event {
  let event: Partial<Event>;
  try {
    event = JSON.parse(line) as Partial<Event>;
  } catch {
    throw new Error(`this line of the driver is not JSON: ${line}`);
  }
  if (typeof event?.event !== 'string') throw new Error(`this line of the driver has no "event": ${line}`);
  if (event.event === 'hello' && event.protocol !== PROTOCOL) {
    throw new Error(`the driver speaks protocol ${event.protocol}, and the suite ${PROTOCOL}`);
  }
  return event as Event;
}
