import { isRetryable } from '../../api/api-error.ts';
import { Listeners } from '../../lib/listeners.ts';
import { thumbnail } from '../../lib/thumbnail.ts';
import type { MessageFile } from '../outbox/entries.ts';
import type { FileStore, KeptFile } from './file-store.ts';
import type { uploadFile } from './upload-file.ts';

/** Uploads at the same time. The server lets five of a member wait. */
const AT_ONCE = 2;
const HOUR_MS = 3_600_000;
/** An older one is sent again: with 6 days in the outbox, it stays below the server's 7. */
const UPLOAD_AGE_MS = 12 * HOUR_MS;
/** Older files without a message are deleted. A newer one may be another tab's. */
const UNUSED_AGE_MS = HOUR_MS;

export interface UploadState {
  readonly state: 'waiting' | 'uploading' | 'uploaded' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  /** A `data:` URL of a small picture, if the file is an image. */
  readonly thumbnail?: string | undefined;
  readonly error?: unknown;
}

export class EmptyFile extends Error {}
/** The browser no longer has the file. */
export class LostFile extends Error {}

interface Options {
  readonly memberId: string;
  readonly upload: typeof uploadFile;
  /** Rejects if the code is not there. */
  readonly store: () => Promise<Pick<FileStore, 'get' | 'put' | 'delete' | 'keys'>>;
  /** Runs the function when no other tab runs one with the same name. */
  readonly exclusively: (name: string, run: () => Promise<void>) => Promise<void>;
}

const WAITING: UploadState = { state: 'waiting', progress: 0 };
const UPLOADED: UploadState = { state: 'uploaded', progress: 1 };

/** Uploads files of drafts and waiting messages, each once, also with several tabs. */
export class Uploads {
  readonly #options: Options;
  readonly #states = new Map<string, UploadState>();
  readonly #inPage = new Map<string, KeptFile>();
  readonly #running = new Map<string, { readonly id: Promise<string>; readonly end: AbortController }>();
  readonly #waiting: (() => void)[] = [];
  readonly #listeners = new Listeners();
  #count = 0;
  #version = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly version = (): number => this.#version;

  /** Before anything is known of a file, it waits. */
  state({ key, id }: MessageFile): UploadState {
    return this.#states.get(key) ?? (id === undefined ? WAITING : UPLOADED);
  }

  add(ticketId: string, file: File): MessageFile {
    const { name, size } = file;
    const added: MessageFile = { key: crypto.randomUUID(), name, size };
    const kept = this.#put(added.key, { file, at: Date.now() });
    this.#begin(ticketId, added, kept);
    this.#showThumbnail(added.key, file);
    return added;
  }

  start(ticketId: string, file: MessageFile): void {
    if (file.id === undefined && !this.#states.has(file.key)) this.#begin(ticketId, file);
  }

  retry(ticketId: string, file: MessageFile): void {
    this.#begin(ticketId, file);
  }

  /**
   * Returns the upload's id. Uploads the file first, unless it was refused. Throws ApiError,
   * EmptyFile or LostFile.
   */
  async id(ticketId: string, file: MessageFile): Promise<string> {
    if (file.id !== undefined) return file.id;
    const { state, error } = this.state(file);
    if (state === 'failed' && !isRetryable(error)) throw error;
    return this.#begin(ticketId, file);
  }

  remove(...keys: readonly string[]): void {
    for (const key of keys) {
      this.#running.get(key)?.end.abort();
      this.#running.delete(key);
      this.#states.delete(key);
      this.#inPage.delete(key);
    }
    this.#stored((store) => store.delete(...keys)).catch(() => undefined);
    this.#notify();
  }

  stop(): void {
    for (const { end } of this.#running.values()) end.abort();
  }

  async deleteUnused(used: ReadonlySet<string>): Promise<void> {
    await this.#stored(async (store) => {
      for (const key of await store.keys()) {
        const kept = used.has(key) ? undefined : await store.get(key);
        if (kept !== undefined && Date.now() - kept.at > UNUSED_AGE_MS) await store.delete(key);
      }
    }).catch(() => undefined);
  }

  async #stored<T>(run: (store: Awaited<ReturnType<Options['store']>>) => Promise<T>): Promise<T> {
    return run(await this.#options.store());
  }

  async #get(key: string): Promise<KeptFile | undefined> {
    const stored = await this.#stored((store) => store.get(key)).catch(() => undefined);
    return stored ?? this.#inPage.get(key);
  }

  async #put(key: string, kept: KeptFile): Promise<void> {
    this.#inPage.set(key, kept);
    await this.#stored((store) => store.put(key, kept)).catch(() => undefined);
  }

  #begin(ticketId: string, file: MessageFile, kept?: Promise<void>): Promise<string> {
    const { key } = file;
    const running = this.#running.get(key)?.id;
    if (running !== undefined) return running;
    const end = new AbortController();
    this.#states.set(key, { ...WAITING, thumbnail: this.#states.get(key)?.thumbnail });
    this.#notify();
    const id = this.#upload(ticketId, file, { end: end.signal, kept });
    this.#running.set(key, { id, end });
    const ended = (change: Partial<UploadState>) => {
      if (this.#running.get(key)?.end !== end) return;
      this.#running.delete(key);
      this.#change(key, change);
    };
    id.then(
      () => ended({ state: 'uploaded', progress: 1 }),
      (error: unknown) => ended({ state: 'failed', error }),
    );
    return id;
  }

  async #upload(
    ticketId: string,
    { key, size }: MessageFile,
    { end, kept }: { readonly end: AbortSignal; readonly kept: Promise<void> | undefined },
  ): Promise<string> {
    if (size === 0) throw new EmptyFile();
    await this.#turn();
    try {
      await kept;
      let id: string | undefined;
      await this.#options.exclusively(`upload:${key}`, async () => {
        id = await this.#uploadKept(ticketId, key, end);
      });
      if (id === undefined) throw new LostFile();
      return id;
    } finally {
      this.#count--;
      this.#waiting.shift()?.();
    }
  }

  async #uploadKept(ticketId: string, key: string, signal: AbortSignal): Promise<string | undefined> {
    const { memberId, upload } = this.#options;
    const kept = await this.#get(key);
    if (kept === undefined) return undefined;
    const { uploaded, file } = kept;
    if (this.#states.get(key)?.thumbnail === undefined) this.#showThumbnail(key, file);
    if (uploaded !== undefined && Date.now() - uploaded.at < UPLOAD_AGE_MS) return uploaded.id;
    signal.throwIfAborted();
    this.#change(key, { state: 'uploading' });
    const onProgress = (progress: number) => this.#change(key, { progress });
    const { attachmentId: id } = await upload(file, { ticketId, memberId, signal, onProgress });
    // If it was removed meanwhile, it stays so.
    if (!signal.aborted) await this.#put(key, { ...kept, uploaded: { id, at: Date.now() } });
    return id;
  }

  async #turn(): Promise<void> {
    this.#count++;
    if (this.#count > AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #showThumbnail(key: string, file: File): void {
    if (file.size > 0) void thumbnail(file).then((url) => url !== undefined && this.#change(key, { thumbnail: url }));
  }

  #change(key: string, change: Partial<UploadState>): void {
    const state = this.#states.get(key);
    if (state === undefined) return;
    this.#states.set(key, { ...state, ...change });
    this.#notify();
  }

  #notify(): void {
    this.#version++;
    this.#listeners.notify();
  }
}
