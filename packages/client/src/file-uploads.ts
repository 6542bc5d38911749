import { isFinal, localError, type Problem, type SupportError, toProblem } from './errors.ts';
import type { Emit } from './events.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { defaultFiles, type FileStore } from './file-store.ts';
import type { Fetch, Service } from './http.ts';
import type { StoredEntry } from './outbox-entry.ts';
import type { OutboxQueue } from './outbox-queue.ts';
import type { SafeStorage } from './safe-storage.ts';
import type { Call } from './session.ts';
import type { CreateTicketResponse } from './types.ts';
import { uploadInParts } from './upload-in-parts.ts';

export { captureScreenshot } from './capture-screenshot.ts';
export { browserFiles, type FileStore, memoryFiles } from './file-store.ts';

/** A file, or bytes with a name. */
export type NewFile = Blob | { readonly blob: Blob; readonly name: string };

/** A file of an entry in the outbox. */
export interface OutboxFile {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** The device keeps it when the game ends. */
  readonly isStored: boolean;
  /** Of its upload in parts, from the first part on. */
  readonly uploadId?: string | undefined;
  /** From the server, once uploaded. */
  readonly attachmentId?: string | undefined;
  /** Why the message is sent without it. */
  readonly error?: Problem | undefined;
}

/** Of an entry's files, in bytes. */
export interface UploadProgress {
  readonly entryId: string;
  readonly sent: number;
  readonly total: number;
}

interface PlayerTools {
  readonly storage: SafeStorage;
  readonly service: Service;
  readonly call: Call;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

/** One player's files, for its outbox. */
export type Files = (player: PlayerTools, queue: OutboxQueue) => PlayerFiles;

export interface PlayerFiles {
  /** Takes a new entry's files, in memory. */
  add(entryId: string, files: readonly NewFile[]): OutboxFile[];
  /** Stores files in the background, once the entry is queued, so that every file has an entry. */
  store(entryId: string): void;
  /**
   * Uploads the files of an entry, and writes their ids into it. A file that the server refuses has
   * an `error` then. Returns the entry as it is, and why the upload should be tried again.
   *
   * @throws the reason of the signal when the user leaves
   */
  upload(entry: StoredEntry): Promise<{ entry?: StoredEntry | undefined; error?: SupportError | undefined }>;
  /** Removes the files of sent or discarded entries. */
  prune(entries: readonly StoredEntry[]): void;
  erase(): Promise<void>;
}

const PATH = '/api/v1/player/attachments';
/** Per message. */
const MAX_FILES = 5;
/** Larger files go up in such parts, at least 256 KiB. */
const PART_BYTES = 1024 * 1024;
/** For an upload. Each byte adds time. */
const TIMEOUT_MS = 30_000;
const BYTES_PER_MS = 8;
/** If the server wants a longer wait (its daily limit), the file is left out. */
const MAX_WAIT_SECONDS = 120;
/** To find a file, with retry waits in between. */
const MAX_FIND_ATTEMPTS = 3;

/**
 * Lets tickets and replies have attachments.
 *
 * @param options.store keeps files until they are uploaded. The default is IndexedDB, else memory
 * @param options.fetch sends files. The default tells of progress where XMLHttpRequest exists
 * @param options.partBytes larger files are uploaded in parts of this size, so that a lost connection
 *   costs one part at most. The default is 1 MiB, the least is 256 KiB
 */
export function fileUploads(
  options: { readonly store?: FileStore; readonly fetch?: Fetch; readonly partBytes?: number } = {},
): Files {
  const store = options.store ?? defaultFiles();
  const { fetch, partBytes = PART_BYTES } = options;
  return (player, queue) => createFiles({ ...player, queue, store, fetch, partBytes });
}

function createFiles(
  options: PlayerTools & {
    readonly queue: OutboxQueue;
    readonly store: FileStore;
    readonly fetch: Fetch | undefined;
    readonly partBytes: number;
  },
): PlayerFiles {
  const { storage, service, call, emit, signal, queue, store, partBytes } = options;
  /** New files until their upload: the store may refuse them, or be slow. */
  const files = new Map<string, Blob>();
  /** Listed entries, with the number of files that may be stored. */
  const storedCounts = new Map<string, number>();
  const attempts = new Map<string, number>();
  let isErased = false;
  const keyOf = (entryId: string, index: number) => `${entryId}:${index}`;

  const change = (entryId: string, index: number, fields: Partial<OutboxFile>) =>
    queue.update((entries) =>
      entries.map((entry) =>
        entry.id === entryId
          ? { ...entry, files: entry.files?.map((file, at) => (at === index ? { ...file, ...fields } : file)) }
          : entry,
      ),
    );

  async function storeFile(entryId: string, index: number, blob: Blob): Promise<void> {
    const key = keyOf(entryId, index);
    await store.set(key, blob);
    if (!store.isVolatile) await change(entryId, index, { isStored: true });
    const entry = (await queue.read()).find(({ id }) => id === entryId);
    // Meanwhile sent, discarded or erased.
    if (!entry || entry.state === 'sent' || isErased) await store.remove(key);
    else if (!store.isVolatile && !signal.aborted) queue.emit(entry);
  }

  /**
   * Another tab may still be storing a file, and a store may fail for a moment.
   *
   * @throws SupportError if the upload should try again
   */
  async function findBlob(key: string, { isStored }: OutboxFile): Promise<Blob | undefined> {
    const own = files.get(key);
    if (own) return own;
    try {
      const stored = await store.get(key);
      if (stored || isStored) return stored;
    } catch (error) {
      emit('error', error);
    }
    attempts.set(key, (attempts.get(key) ?? 0) + 1);
    if (Number(attempts.get(key)) < MAX_FIND_ATTEMPTS) throw localError('file-lost', 'The file is not stored yet.');
    return undefined;
  }

  async function remove(entryId: string, count: number): Promise<void> {
    storedCounts.delete(entryId);
    for (let index = 0; index < count; index++) {
      files.delete(keyOf(entryId, index));
      // If this fails, the next start removes it while the entry is listed.
      await Promise.resolve(store.remove(keyOf(entryId, index))).catch(() => {});
    }
  }

  async function uploadFile(entryId: string, index: number, file: OutboxFile, tell: (sent: number) => void) {
    const key = keyOf(entryId, index);
    const blob = await findBlob(key, file);
    if (!blob) return { error: toProblem(localError('file-lost', 'The device has lost the file.')) };
    const fetchOf = (tellPart: typeof tell) => options.fetch ?? fetchWithProgress(tellPart) ?? service.fetch;
    const { uploadId } = file;
    // Windows allows half a character in a name, which cannot be encoded.
    const name = file.name.replace(/\p{Surrogate}/gu, '\ufffd');
    try {
      if (blob.size > partBytes) {
        const keepId = (id: string | undefined) => change(entryId, index, { uploadId: id });
        const parts = { blob, name, partBytes, uploadId, keepId, tell, call, signal, fetchOf };
        const attachmentId = await uploadInParts(parts);
        if (attachmentId) return { attachmentId };
      }
      const fetch = fetchOf(tell);
      const { body } = await call({
        path: PATH,
        headers: {
          // The server looks at the bytes: systems declare unknown types.
          'Content-Type': 'application/octet-stream',
          'X-File-Name': encodeURIComponent(name),
        },
        expects: ['attachmentId'],
        signal,
        timeout: TIMEOUT_MS + blob.size / BYTES_PER_MS,
        fetch: (url, init) => fetch(url, { ...init, body: blob }),
      });
      return { attachmentId: body.attachmentId as string };
    } catch (error) {
      const { path, status, retryAfter } = error as SupportError;
      // Identify can tell to wait too.
      const isTooLate = path?.startsWith(PATH) && status === 429 && Number(retryAfter) > MAX_WAIT_SECONDS;
      if (!isTooLate && !isFinal(error, PATH)) throw error;
      return { error: toProblem(error) };
    }
  }

  async function uploadAll({ id, files = [] }: StoredEntry): Promise<void> {
    const total = files.reduce((sum, { size }) => sum + size, 0);
    const attachments: string[] = [];
    let before = 0;
    for (const [index, file] of files.entries()) {
      const tell = (sent: number) =>
        signal.aborted || emit('upload', { entryId: id, sent: before + Math.min(sent, file.size), total });
      const isDone = file.attachmentId ?? file.error;
      const result = isDone ? file : await uploadFile(id, index, file, tell);
      // A restart must not upload it again.
      if (!isDone) await change(id, index, result);
      if (result.attachmentId) attachments.push(result.attachmentId);
      tell(file.size);
      before += file.size;
    }
    // From now on the ids stay: a retry must be the same request.
    await queue.update((entries) =>
      entries.map((entry) => (entry.id === id ? { ...entry, body: { ...entry.body, attachments } } : entry)),
    );
  }

  /** The server has forgotten them: after 7 days, or too long offline. */
  async function tellRefused({ id, files = [], result }: StoredEntry): Promise<void> {
    const { refusedAttachments = [] } = Object(result) as CreateTicketResponse;
    for (const [index, { attachmentId, error }] of files.entries()) {
      if (error || !refusedAttachments.includes(String(attachmentId))) continue;
      await change(id, index, { error: toProblem(localError('file-lost', 'The server has lost the file.')) });
      const entry = (await queue.read()).find((one) => one.id === id);
      if (entry && !signal.aborted) queue.emit(entry);
    }
  }

  return {
    add(entryId, added) {
      if (added.length > MAX_FILES) throw new TypeError(`A message has at most ${MAX_FILES} files.`);
      return added.map((file, index) => {
        const { blob, name = 'file' } = 'blob' in file ? file : { blob: file, name: (file as Partial<File>).name };
        files.set(keyOf(entryId, index), blob);
        return { name, type: blob.type, size: blob.size, isStored: false };
      });
    },

    store(entryId) {
      for (const [key, blob] of files) {
        const [id, index] = key.split(':');
        if (id === entryId) storeFile(entryId, Number(index), blob).catch((error) => emit('error', error));
      }
    },

    async upload({ id }) {
      const readEntry = async () => (await queue.read()).find((entry) => entry.id === id);
      let error: SupportError | undefined;
      try {
        // Another tab may upload them too.
        await storage.withLock(`upload:${id}`, async () => {
          const entry = await readEntry();
          if (entry && !entry.body.attachments) await uploadAll(entry);
        });
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        error = thrown as SupportError;
      }
      return { entry: await readEntry(), error };
    },

    prune(entries) {
      for (const entry of entries) {
        const { id, state, files: { length } = [] } = entry;
        tellRefused(entry).catch((error) => emit('error', error));
        if (length > 0 && state !== 'sent') storedCounts.set(id, length);
        else if (length > 0 && storedCounts.get(id) !== 0) void remove(id, length).then(() => storedCounts.set(id, 0));
      }
      // Removes the files of discarded entries.
      const ids = new Set(entries.map(({ id }) => id));
      for (const [id, count] of storedCounts) if (!ids.has(id)) void remove(id, count);
    },

    async erase() {
      isErased = true;
      for (const { id, files: { length } = [] } of await queue.read()) await remove(id, length);
    },
  };
}
