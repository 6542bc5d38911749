import { MAX_ATTACHMENTS } from '@player-support/contract/limits';
import { Listeners } from '../app/listeners.ts';
import type { MessageKind } from '../outbox/drafts.ts';
import type { SentFile } from '../outbox/entries.ts';
import { thumbnail } from './thumbnail.ts';
import type { uploadFile } from './upload-file.ts';

/** Uploads at the same time. The server lets five of a member wait. */
const AT_ONCE = 2;

/** A file in the composer. */
export interface ComposerFile {
  /** Only in this page. */
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** A `data:` URL of a small picture, if the file is an image. */
  readonly thumbnail?: string | undefined;
  readonly state: 'waiting' | 'uploading' | 'uploaded' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  /** The id of the uploaded file. */
  readonly id?: string | undefined;
  /** Why it could not be uploaded. Undefined: it is empty. */
  readonly error?: unknown;
}

interface Item extends ComposerFile {
  readonly ticketId: string;
  readonly kind: MessageKind;
  /** Undefined if it came back from a message that was not sent. */
  readonly file?: File | undefined;
}

interface Options {
  readonly memberId: string;
  readonly upload: typeof uploadFile;
}

const NONE: readonly ComposerFile[] = [];

/**
 * The files of the messages that a member writes, by ticket and kind. They are uploaded at once, and
 * stay until they are sent or removed, or the page is closed.
 */
export class ComposerFiles {
  readonly #options: Options;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Listeners();
  #items: readonly Item[] = [];
  /** So that `of` returns the same array until something changes. */
  readonly #lists = new Map<string, readonly ComposerFile[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Oldest first. */
  of(ticketId: string, kind: MessageKind): readonly ComposerFile[] {
    const key = `${ticketId} ${kind}`;
    const list = this.#lists.get(key) ?? this.#items.filter((one) => one.ticketId === ticketId && one.kind === kind);
    this.#lists.set(key, list.length === 0 ? NONE : list);
    return list.length === 0 ? NONE : list;
  }

  /** Uploads files. Returns how many were left out, because a message has at most 5. */
  add(ticketId: string, kind: MessageKind, files: readonly File[]): number {
    const room = Math.max(0, MAX_ATTACHMENTS - this.of(ticketId, kind).length);
    for (const file of files.slice(0, room)) {
      const { name, size } = file;
      const key = crypto.randomUUID();
      const state = size === 0 ? 'failed' : 'waiting';
      this.#set([...this.#items, { key, ticketId, kind, name, size, file, state, progress: 0 }]);
      if (size > 0) void thumbnail(file).then((url) => this.#change(key, { thumbnail: url }));
    }
    this.#start();
    return Math.max(0, files.length - room);
  }

  retry(key: string): void {
    this.#change(key, { state: 'waiting', progress: 0, error: undefined });
    this.#start();
  }

  remove(key: string): void {
    this.#set(this.#items.filter((one) => one.key !== key));
    this.#running.get(key)?.abort();
  }

  /** Removes all files of a message, which is sent or discarded. Returns the uploaded ones. */
  take(ticketId: string, kind: MessageKind): readonly SentFile[] {
    const list = this.of(ticketId, kind);
    for (const { key } of list) this.remove(key);
    return list.flatMap(({ id, name, size }) => (id === undefined ? [] : [{ id, name, size }]));
  }

  /** Puts back the files of a message that was not sent, before those that were added since. */
  restore(ticketId: string, kind: MessageKind, files: readonly SentFile[]): void {
    const known = new Set(this.of(ticketId, kind).map(({ id }) => id));
    const back = files
      .filter(({ id }) => !known.has(id))
      .map(
        (file): Item => ({ ...named(file), key: crypto.randomUUID(), ticketId, kind, state: 'uploaded', progress: 1 }),
      );
    if (back.length > 0) this.#set([...back, ...this.#items]);
  }

  #start(): void {
    for (const item of this.#items) {
      if (this.#running.size >= AT_ONCE) return;
      if (item.state === 'waiting' && !this.#running.has(item.key)) void this.#upload(item);
    }
  }

  async #upload({ key, ticketId, file }: Item): Promise<void> {
    if (file === undefined) return;
    const running = new AbortController();
    this.#running.set(key, running);
    this.#change(key, { state: 'uploading' });
    const { memberId, upload } = this.#options;
    const onProgress = (progress: number) => this.#change(key, { progress });
    try {
      const { attachmentId, name, size } = await upload(file, {
        ticketId,
        memberId,
        signal: running.signal,
        onProgress,
      });
      this.#change(key, { state: 'uploaded', progress: 1, id: attachmentId, name, size });
    } catch (error) {
      this.#change(key, { state: 'failed', error });
    }
    this.#running.delete(key);
    this.#start();
  }

  #change(key: string, change: Partial<Item>): void {
    if (!this.#items.some((one) => one.key === key)) return;
    this.#set(this.#items.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }

  #set(items: readonly Item[]): void {
    this.#items = items;
    this.#lists.clear();
    this.#listeners.notify();
  }
}

const named = ({ id, name, size }: SentFile): SentFile => ({ id, name, size });
