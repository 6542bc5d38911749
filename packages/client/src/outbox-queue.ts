import { localError } from './errors.ts';
import { itemsWithId } from './items-with-id.ts';
import { dropOldSent, isPending, type OutboxEntry, type StoredEntry } from './outbox-entry.ts';
import type { SafeStorage } from './safe-storage.ts';

const KEY = 'outbox';
/** More are refused, so that they never fill the storage. */
const MAX_UNSENT = 200;
/** Then the SDK stores again what the storage refused. */
const STORE_RETRY_MS = 5000;

export type Change = (entries: readonly StoredEntry[]) => readonly StoredEntry[];

const find = (entries: readonly StoredEntry[], id: string) => entries.find((entry) => entry.id === id);

export type OutboxQueue = ReturnType<typeof createOutboxQueue>;

/** Keeps the order of the texts, which ones are stored, and their tickets. */
export function createOutboxQueue(storage: SafeStorage, onChange: (entry: OutboxEntry) => void) {
  /**
   * Of this page. Restored if the storage lost them (cleared, or overwritten by another tab), even
   * if another tab sent them: the key makes a repeat safe.
   */
  let own: readonly StoredEntry[] = [];
  /** As last read. */
  let known: readonly StoredEntry[] = [];
  /** `own` is newer: the storage refused the last change. */
  let hasUnsavedChange = false;
  /** Not confirmed by the storage. */
  const unstored = new Set<string>();
  /** By entry. Without locks another tab may overwrite this in the storage. */
  const created = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const ticketOf = (id: string) => created.get(id) ?? id;
  const view = (entry: StoredEntry): OutboxEntry => ({
    ...entry,
    // The caller may name the entry that has meanwhile created the ticket.
    ticketId: ticketOf(entry.ticketId),
    isStored: storage.scope !== 'memory' && !unstored.has(entry.id),
  });
  const emit = (entry: StoredEntry) => onChange(view(entry));

  /** Adds own entries that are missing. */
  function merge(value: unknown): StoredEntry[] {
    if (value !== null) known = itemsWithId(value);
    let all = known;
    if (hasUnsavedChange || own.some(({ id }) => !find(known, id))) {
      const others = known.filter(({ id }) => !find(own, id));
      all = [...others, ...own.map((entry) => (!hasUnsavedChange && find(known, entry.id)) || entry)];
    }
    // A lost entry may still name its ticket's entry.
    known.forEach(rememberTicket);
    return all.map((entry) => ({ ...entry, ticketId: ticketOf(entry.ticketId) }));
  }

  function rememberTicket({ id, ticketId, kind, state }: StoredEntry): void {
    if (kind === 'create' && state === 'sent') created.set(id, ticketId);
  }

  /** Changes the entries under a lock. Returns those before the change. */
  function update(change: Change): Promise<readonly StoredEntry[]> {
    return storage.change(KEY, async (value, write) => {
      const before = merge(value);
      const after = dropOldSent(change(before));
      hasUnsavedChange = !(await write(after));
      clearTimeout(timer);
      if (hasUnsavedChange) {
        for (const { id } of after) if (!find(before, id)) unstored.add(id);
        own = after;
        if (!isStopped) timer = setTimeout(retryStoring, STORE_RETRY_MS);
      } else {
        own = after.filter((entry) => isPending(entry) && (find(own, entry.id) || !find(before, entry.id)));
        for (const entry of after) if (unstored.delete(entry.id)) emit(entry);
      }
      return before;
    });
  }

  function retryStoring(): void {
    update((entries) => entries).catch(() => {});
  }

  /** Oldest first. */
  const read = async () => merge(await storage.read(KEY));

  return {
    read,
    update,
    emit,

    entries: async (): Promise<OutboxEntry[]> => (await read()).map(view),

    /** Emits it after the storage has confirmed or refused it. */
    async add(entry: StoredEntry): Promise<void> {
      await update((entries) => {
        if (entries.filter(({ state }) => state !== 'sent').length >= MAX_UNSENT) {
          throw localError('outbox-full');
        }
        return [...entries, entry];
      });
      emit(entry);
    },

    /** Emits it. False if it was removed meanwhile: then only a final state is emitted. */
    async replace(entry: StoredEntry): Promise<boolean> {
      const before = await update((entries) => entries.map((other) => (other.id === entry.id ? entry : other)));
      // After the write: a change in between could store the id without the result.
      rememberTicket(entry);
      const isThere = !!find(before, entry.id);
      if (isThere || !isPending(entry)) emit(entry);
      return isThere;
    },

    start(): void {
      isStopped = false;
      if (hasUnsavedChange) retryStoring();
    },

    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
