import { LEASE_LOST } from './lease.ts';
import { isPending, type OutboxEntry, type StoredEntry, trim } from './outbox-entry.ts';
import type { SafeStorage } from './safe-storage.ts';

const KEY = 'outbox';
/** When to store again what the storage did not take. */
const STORE_AGAIN_MS = 5000;
/** Created tickets that this page remembers. */
const MAX_CREATED = 200;

export type Change = (entries: readonly StoredEntry[]) => readonly StoredEntry[];
export type OutboxQueue = ReturnType<typeof createOutboxQueue>;

/** What the player wrote: in which order, what of it is stored, and which tickets it created. */
export function createOutboxQueue(storage: SafeStorage, onChange: (entry: OutboxEntry) => void) {
  /**
   * Entries that are restored if the storage does not have them: it was cleared, another tab wrote
   * without a lock, or sent an entry long ago. Sending that again is safe because of its key.
   */
  let own = new Map<string, StoredEntry>();
  /** What the storage had when it was last read. */
  let known: StoredEntry[] = [];
  /** Whether `own` is newer than the storage, which did not take the last change. */
  let isOwnNewer = false;
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
    isStored: !storage.isVolatile && !unstored.has(entry.id),
  });
  const emit = (entry: StoredEntry) => onChange(view(entry));

  const read = async () => merge(await storage.read<unknown>(KEY));

  /** The stored entries, and own ones that are missing. */
  function merge(value: unknown): StoredEntry[] {
    if (value !== null) known = Array.isArray(value) ? value.filter((entry) => typeof entry?.id === 'string') : [];
    const stored = known;
    const byId = new Map(stored.map((entry) => [entry.id, entry]));
    const isAnyLost = [...own.keys()].some((id) => !byId.has(id));
    const restored = [...own.values()].map((entry) => (isOwnNewer ? entry : (byId.get(entry.id) ?? entry)));
    const all = isAnyLost || isOwnNewer ? [...stored.filter(({ id }) => !own.has(id)), ...restored] : stored;
    // A lost entry may still name the entry that created its ticket.
    for (const { id, ticketId, state } of stored) if (state === 'sent' && id !== ticketId) rememberTicket(id, ticketId);
    // An earlier version did not write when an entry was written.
    return all.map((entry) => ({ ...entry, writtenAt: entry.writtenAt ?? 0, ticketId: ticketOf(entry.ticketId) }));
  }

  function rememberTicket(id: string, ticketId: string): void {
    created.delete(id);
    created.set(id, ticketId);
    for (const oldest of created.keys()) if (created.size > MAX_CREATED) created.delete(oldest);
  }

  /** Changes the stored entries under a lock. Returns the entries before the change. */
  function update(change: Change): Promise<readonly StoredEntry[]> {
    return storage.exclusively(KEY, async (isHeld) => {
      const value = await storage.read<unknown>(KEY);
      const before = merge(value);
      const after = trim(change(before));
      if (!isHeld()) throw LEASE_LOST;
      // What cannot be read is not replaced.
      const isStored = value !== null && (await storage.write(KEY, after));
      isOwnNewer = !isStored;
      if (isStored) confirm(before, after);
      else keepInMemory(before, after);
      return before;
    });
  }

  function storeAgain(): void {
    update((entries) => entries).catch(() => {});
  }

  function confirm(before: readonly StoredEntry[], after: readonly StoredEntry[]): void {
    clearTimeout(timer);
    const others = new Set(before.map(({ id }) => id).filter((id) => !own.has(id)));
    own = new Map(after.filter((entry) => isPending(entry) && !others.has(entry.id)).map((entry) => [entry.id, entry]));
    for (const entry of after) if (unstored.delete(entry.id)) emit(entry);
    unstored.clear();
  }

  function keepInMemory(before: readonly StoredEntry[], after: readonly StoredEntry[]): void {
    const known = new Set(before.map(({ id }) => id));
    for (const { id } of after) if (!known.has(id)) unstored.add(id);
    own = new Map(after.map((entry) => [entry.id, entry]));
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(storeAgain, STORE_AGAIN_MS);
  }

  return {
    ticketOf,
    rememberTicket,
    update,

    /** All entries, oldest first. */
    entries: async (): Promise<OutboxEntry[]> => (await read()).map(view),

    /** Adds an entry, and emits it when the storage has it or did not take it. */
    async add(entry: StoredEntry, check: (entries: readonly StoredEntry[]) => void): Promise<void> {
      let added = entry;
      await update((entries) => {
        check(entries);
        // The caller may name a ticket by the entry that has created it meanwhile.
        added = { ...entry, ticketId: ticketOf(entry.ticketId) };
        return [...entries, added];
      });
      emit(added);
    },

    /** Changes one entry and emits it. Undefined if there is no such entry any more. */
    async replace(id: string, change: (entry: StoredEntry) => StoredEntry): Promise<StoredEntry | undefined> {
      let replaced: StoredEntry | undefined;
      await update((entries) =>
        entries.map((entry) => {
          if (entry.id !== id) return entry;
          replaced = change(entry);
          return replaced;
        }),
      );
      if (replaced) emit(replaced);
      return replaced;
    },

    emit,

    start(): void {
      isStopped = false;
      if (isOwnNewer) storeAgain();
    },

    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
