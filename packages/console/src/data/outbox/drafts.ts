import type { FieldProblem } from '../../api/api-error.ts';
import { Listeners } from '../../lib/listeners.ts';
import { parsed, type Store, store, storedUnder } from '../../lib/storage.ts';
import { type MessageEntry, type MessageFile, type ReplyChanges, readFiles } from './entries.ts';
import { type DraftMacro, draftOf, together } from './join-drafts.ts';
import { draftPrefix } from './member-storage.ts';

export type MessageKind = 'reply' | 'note';

export interface Failure {
  readonly entry: MessageEntry;
  /** The slug of the problem, such as `ticket-changed`. */
  readonly slug: string;
  /** English, of the server or of this page. `fieldText` shows it. */
  readonly text: string;
  readonly problem?: Pick<FieldProblem, 'code' | 'parameters'> | undefined;
}

export interface Draft {
  readonly text: string;
  readonly files?: readonly MessageFile[] | undefined;
  /** The id of the newest public message when the member began to write. */
  readonly seen?: string | undefined;
  readonly failure?: Failure | undefined;
  /** Set if it was moved to the other kind. Edited as a note, it is a note. */
  readonly writtenAs?: MessageKind | undefined;
  /** The macros in the text. An older version stored only ids and changes. */
  readonly macros?: readonly DraftMacro[] | undefined;
  readonly macroIds?: readonly string[] | undefined;
  readonly changes?: DraftChanges | undefined;
}

export interface DraftChanges extends ReplyChanges {
  readonly status?: MessageEntry['status'];
}

/** If there are more, the oldest draft is deleted. */
const MAX_DRAFTS = 100;
const EMPTY: Draft = { text: '' };

interface Stored extends Draft {
  readonly at: number;
}

function readStored(value: unknown): Stored | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const stored = value as Stored;
  if (typeof stored.text !== 'string' || typeof stored.at !== 'number') return undefined;
  const files = readFiles(stored.files);
  return files === undefined ? stored : { ...stored, files };
}

function isEmpty({ text, files = [] }: Draft): boolean {
  return text === '' && files.length === 0;
}

type Message = Omit<MessageEntry, 'id' | 'createdAt' | 'sendAt'>;

function bodyOf({ message, status, attachments = [], changes, macroIds }: Message): string {
  return JSON.stringify([message, status, attachments.map(({ key }) => key), changes, macroIds]);
}

/** For the server the next attempt is another message, so it needs its own key. */
const isOtherMessage = (slug: string | undefined) => slug === 'ticket-changed' || slug === 'idempotency-conflict';

/** Keeps the key of a failed attempt, which may have been saved. */
export function withIdempotencyKey(message: Message, failure: Failure | undefined): Message & Pick<MessageEntry, 'id'> {
  const failed = isOtherMessage(failure?.slug) ? undefined : failure?.entry;
  return failed?.kind === message.kind && bodyOf(failed) === bodyOf(message)
    ? { ...message, id: failed.id, seen: failed.seen }
    : { ...message, id: crypto.randomUUID() };
}

/** A member's drafts, by ticket and kind. All tabs share them, and they survive a reload. */
export class Drafts {
  readonly #storage: Store;
  readonly #prefix: string;
  readonly #drafts = new Map<string, Stored>();
  /** What this tab read or wrote last. Anything else is of another tab. */
  readonly #known = new Map<string, string>();
  #failures: readonly Failure[] = [];
  #tickets: ReadonlySet<string> = new Set();
  readonly #listeners = new Listeners();

  constructor(storage: Store, memberId: string) {
    this.#storage = storage;
    this.#prefix = draftPrefix(memberId);
    this.reload();
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Returns the same object until the draft changes. */
  get(ticketId: string, kind: MessageKind): Draft {
    return this.#drafts.get(this.#key(ticketId, kind)) ?? EMPTY;
  }

  /** Reads the storage first: another tab's event may not have arrived. */
  newest(ticketId: string, kind: MessageKind): Draft {
    this.reload(this.#key(ticketId, kind));
    return this.get(ticketId, kind);
  }

  /** An empty draft is deleted. What another tab wrote meanwhile stays. */
  set(ticketId: string, kind: MessageKind, draft: Draft): void {
    const key = this.#key(ticketId, kind);
    const isEdited = kind === 'note' && draft.writtenAs === 'reply' && !isEmpty(this.get(ticketId, kind));
    const edited: Draft = isEdited ? { ...draft, writtenAs: 'note' } : draft;
    const other = this.#isChanged(key) ? readStored(parsed(this.#storage.getItem(key))) : undefined;
    const next = other === undefined ? edited : isEmpty(draft) ? other : together(other, edited);
    if (isEmpty(next)) this.#delete(key);
    else this.#write(key, { ...next, at: other === next ? other.at : Date.now() });
    this.#notify();
  }

  files(): readonly string[] {
    return [...this.#drafts.values()].flatMap(({ files = [] }) => files.map(({ key }) => key));
  }

  reload(changed?: string): void {
    const names =
      changed === undefined ? [...storedUnder(this.#storage, this.#prefix).keys(), ...this.#drafts.keys()] : [changed];
    for (const key of new Set(names)) if (key.startsWith(this.#prefix) && this.#isChanged(key)) this.#read(key);
    this.#notify();
  }

  /** Returns the messages that could not be sent, the same array until a draft changes. */
  readonly failures = (): readonly Failure[] => this.#failures;

  /** Returns the tickets with a draft, the same set until one changes. */
  readonly tickets = (): ReadonlySet<string> => this.#tickets;

  /** Puts a message that could not be sent before the text written since. */
  restore(failure: Failure): void {
    const { ticketId, kind } = failure.entry;
    this.set(ticketId, kind, { ...draftOf(failure.entry, this.newest(ticketId, kind)), failure });
  }

  /** The own reply counts as seen if everything before it was seen. */
  advance(ticketId: string, from: string | undefined, to: string): void {
    const draft = this.newest(ticketId, 'reply');
    if (draft.text !== '' && draft.seen === from) this.set(ticketId, 'reply', { ...draft, seen: to });
  }

  #key(ticketId: string, kind: MessageKind): string {
    return `${this.#prefix}${ticketId}:${kind}`;
  }

  #notify(): void {
    const failures = [...this.#drafts.values()].flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0 || this.#failures.length > 0) this.#failures = failures;
    const { length } = this.#prefix;
    this.#tickets = new Set([...this.#drafts.keys()].map((key) => key.slice(length, key.lastIndexOf(':'))));
    this.#listeners.notify();
  }

  #isChanged(key: string): boolean {
    return this.#storage.getItem(key) !== (this.#known.get(key) ?? null);
  }

  #read(key: string): void {
    const text = this.#storage.getItem(key);
    const stored = readStored(parsed(text));
    if (stored === undefined) this.#drafts.delete(key);
    else this.#drafts.set(key, stored);
    this.#remember(key);
  }

  #write(key: string, stored: Stored): void {
    this.#drafts.delete(key);
    this.#drafts.set(key, stored);
    store(this.#storage, key, stored);
    this.#remember(key);
    if (this.#drafts.size > MAX_DRAFTS) this.#deleteOldest();
  }

  #delete(key: string): void {
    this.#drafts.delete(key);
    this.#storage.removeItem(key);
    this.#remember(key);
  }

  #remember(key: string): void {
    const text = this.#storage.getItem(key);
    if (text === null) this.#known.delete(key);
    else this.#known.set(key, text);
  }

  #deleteOldest(): void {
    const [oldest] = [...this.#drafts].sort(([, a], [, b]) => a.at - b.at);
    if (oldest !== undefined) this.#delete(oldest[0]);
  }
}
