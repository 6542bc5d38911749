import type { TicketChange } from '../queue/queue-rows.ts';
import type { DraftMacro } from './join-drafts.ts';

interface Waiting {
  /** Also its Idempotency-Key, so that it takes effect once. */
  readonly id: string;
  readonly createdAt: number;
  /** It is sent after this. A message can be undone until its files are uploaded. */
  readonly sendAt: number;
}

export interface MessageFile {
  /** Its key in IndexedDB. */
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The id of its upload, fixed before the message is first sent. */
  readonly id?: string | undefined;
}

export type ReplyChanges = Pick<TicketChange, 'assigneeId' | 'priority' | 'addTags'>;

/** A reply or note. */
export interface MessageEntry extends Waiting {
  readonly kind: 'reply' | 'note';
  readonly ticketId: string;
  readonly subject: string;
  readonly message: string;
  readonly attachments?: readonly MessageFile[] | undefined;
  /** Of the ticket after a reply. Absent: pending. */
  readonly status?: 'resolved' | 'closed' | undefined;
  readonly changes?: ReplyChanges | undefined;
  /** With their places, for an undo. The server gets only the ids. */
  readonly macros?: readonly DraftMacro[] | undefined;
  readonly macroIds?: readonly string[] | undefined;
  readonly mentions?: readonly string[] | undefined;
  /** Set if it was moved from the other kind. For an undo. */
  readonly writtenAs?: 'reply' | 'note' | undefined;
  /** The newest public message that the member had seen. */
  readonly seen?: string | undefined;
}

export interface ChangeEntry extends Waiting {
  readonly kind: 'change';
  readonly ticketIds: readonly string[];
  /** Of the ticket, or of the first ones. */
  readonly subject: string;
  readonly change: TicketChange;
}

export interface BlockEntry extends Waiting {
  readonly kind: 'block';
  readonly playerId: string;
  readonly name: string;
  readonly blocked: boolean;
}

export interface MergeEntry extends Waiting {
  readonly kind: 'merge' | 'unmerge';
  readonly ticketId: string;
  readonly subject: string;
  readonly into: { readonly id: string; readonly subject: string };
}

/** An action of the member that waits to be sent. */
export type OutboxEntry = MessageEntry | ChangeEntry | BlockEntry | MergeEntry;

type Without<T, Keys extends string> = T extends unknown ? Omit<T, Keys> : never;
export type NewEntry = Without<OutboxEntry, 'createdAt' | 'sendAt'>;

export function hasFilesToUpload(entry: OutboxEntry): entry is MessageEntry {
  return isMessage(entry) && (entry.attachments ?? []).some(({ id }) => id === undefined);
}

export function isMessage(entry: OutboxEntry): entry is MessageEntry {
  return entry.kind === 'reply' || entry.kind === 'note';
}

export function isChange(entry: OutboxEntry): entry is ChangeEntry {
  return entry.kind === 'change';
}

export function isMerge(entry: OutboxEntry): entry is MergeEntry {
  return entry.kind === 'merge' || entry.kind === 'unmerge';
}

export function idsOf(entry: OutboxEntry): readonly string[] {
  if (isMessage(entry)) return [entry.ticketId];
  if (isMerge(entry)) return [entry.ticketId, entry.into.id];
  return isChange(entry) ? entry.ticketIds : [entry.playerId];
}

const isText = (value: unknown) => typeof value === 'string';

/** An earlier version stored no keys. */
export function readFiles(value: unknown): readonly MessageFile[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap(({ key, id, name, size }: Partial<MessageFile>) => {
    const known = key ?? id;
    if (known === undefined || name === undefined || size === undefined) return [];
    return [{ key: known, name, size, ...(id === undefined ? {} : { id }) }];
  });
}

function isChanges(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { addTags = [] } = value as ReplyChanges;
  return Array.isArray(addTags) && addTags.every(isText);
}

const areMentions = (value: unknown) => value === undefined || (Array.isArray(value) && value.every(isText));

function isName(value: unknown): boolean {
  const { id, subject } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return isText(id) && isText(subject);
}

/** Undefined: an earlier version stored something else. */
export function readEntry(value: unknown): OutboxEntry | undefined {
  if (!isEntry(value)) return undefined;
  if (!isMessage(value)) return value;
  const attachments = readFiles(value.attachments);
  return attachments === undefined ? value : { ...value, attachments };
}

function isEntry(value: unknown): value is OutboxEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Readonly<Record<string, unknown>>;
  if (!isText(entry.id) || typeof entry.sendAt !== 'number' || typeof entry.createdAt !== 'number') return false;
  switch (entry.kind) {
    case 'reply':
    case 'note':
      return isText(entry.ticketId) && isText(entry.message) && isChanges(entry.changes) && areMentions(entry.mentions);
    case 'change':
      return Array.isArray(entry.ticketIds) && entry.ticketIds.every(isText) && typeof entry.change === 'object';
    case 'merge':
    case 'unmerge':
      return isText(entry.ticketId) && isText(entry.subject) && isName(entry.into);
    case 'block':
      return isText(entry.playerId) && typeof entry.blocked === 'boolean';
    default:
      return false;
  }
}
