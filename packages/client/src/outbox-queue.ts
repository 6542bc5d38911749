import { localError } from './errors.ts';
import { itemsWithId } from './items-with-id.ts';
import { dropOldSent, isPending, type OutboxEntry, type StoredEntry } from './outbox-entry.ts';
import type { SafeStorage } from './safe-storage.ts';

const KEY = 'outbox';
/** More entries that are not sent are refused, so that they never fill the storage. */
const MAX_UNSENT = 200;
/** When to store again what the storage did not take. */
const STORE_RETRY_MS = 5000;

export type Change = (entries: readonly StoredEntry[]) => readonly StoredEntry[];

const find = (entries: readonly StoredEntry[], id: string) => entries.find((entry) => entry.id === id);

export type OutboxQueue = ReturnType<typeof createOutboxQueue>;

/** What the player wrote: in which order, what of it is stored, and which tickets it created. */
export function createOutboxQueue(storage: SafeStorage, onChange: (entry: OutboxEntry) => void) {
  /**
   * Entries of this page. They are restored if the storage lost them: it was cleared, or another tab
   * overwrote it. An entry that another tab sent long ago is restored too. To send it again is safe
   * because of its key.
   */
  let own: readonly StoredEntry[] = [];
  /** What the storage had when it was last read. */
  let known: readonly StoredEntry[] = [];
  /** Whether `own` is newer than the storage, which did not take the last change. */
  let hasUnsavedChange = false;
  /** Entries that the storage has not confirmed yet. */
  const unstored = new Set<string>();
  /**
   * Created tickets, by the entry that created them. Without locks another tab may overwrite this
   * in the storage.
   */
  const created = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const ticketOf = (id: string) => created.get(id) ?? id;
  const view = (entry: StoredEntry): OutboxEntry => ({
    ...entry,
    // The caller may name a ticket by the entry that has created it meanwhile.
    ticketId: ticketOf(entry.ticketId),
    isStored: !storage.isVolatile && !unstored.has(entry.id),
  });
  const emit = (entry: StoredEntry) => onChange(view(entry));

  /** The stored entries, and own ones that are missing. */
  function merge(value: unknown): StoredEntry[] {
    if (value !== null) known = itemsWithId(value);
    let all = known;
    if (hasUnsavedChange || own.some(({ id }) => !find(known, id))) {
      const others = known.filter(({ id }) => !find(own, id));
      all = [...others, ...own.map((entry) => (!hasUnsavedChange && find(known, entry.id)) || entry)];
    }
    // A lost entry may still name the entry that created its ticket.
    known.forEach(rememberTicket);
    return all.map((entry) => ({ ...entry, ticketId: ticketOf(entry.ticketId) }));
  }

  function rememberTicket({ id, ticketId, kind, state }: StoredEntry): void {
    if (kind === 'create' && state === 'sent') created.set(id, ticketId);
  }

  /** Changes the stored entries under a lock. Returns the entries before the change. */
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

  /** All entries, oldest first. */
  const read = async () => merge(await storage.read(KEY));

  return {
    read,
    update,
    emit,

    entries: async (): Promise<OutboxEntry[]> => (await read()).map(view),

    /** Adds an entry. Emits it after the storage has confirmed or refused it. */
    async add(entry: StoredEntry): Promise<void> {
      await update((entries) => {
        if (entries.filter(({ state }) => state !== 'sent').length >= MAX_UNSENT) {
          throw localError('outbox-full', 'The outbox is full.');
        }
        return [...entries, entry];
      });
      emit(entry);
    },

    /**
     * Replaces the entry with this id and emits it. False if it was removed meanwhile: then only a
     * final state is emitted.
     */
    async replace(entry: StoredEntry): Promise<boolean> {
      const before = await update((entries) => entries.map((other) => (other.id === entry.id ? entry : other)));
      // Only after the write: otherwise a change in between could store the id without the result.
      rememberTicket(entry);
      const isThere = before.some(({ id }) => id === entry.id);
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
