import type { TicketChange } from '../queue/queue-rows.ts';
import type { DraftMacro } from './join-drafts.ts';

interface Waiting {
  /** Also its Idempotency-Key, so that it takes effect once however often it is sent. */
  readonly id: string;
  readonly createdAt: number;
  /** From this time on it is sent. A message can be undone until its files are uploaded. */
  readonly sendAt: number;
}

/** A file of a message. */
export interface MessageFile {
  /** Its key in IndexedDB. */
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The id of its upload, fixed before the message is sent for the first time. */
  readonly id?: string | undefined;
}

/** What a reply changes in its ticket besides the status. */
export type ReplyChanges = Pick<TicketChange, 'assigneeId' | 'priority' | 'addTags'>;

/** A reply or note. */
export interface MessageEntry extends Waiting {
  readonly kind: 'reply' | 'note';
  readonly ticketId: string;
  readonly subject: string;
  readonly message: string;
  readonly attachments?: readonly MessageFile[] | undefined;
  /** The new status of the ticket after a reply; pending if absent. */
  readonly status?: 'resolved' | 'closed' | undefined;
  readonly changes?: ReplyChanges | undefined;
  /** The macros in the message, with their places for an undo. The server gets only their ids. */
  readonly macros?: readonly DraftMacro[] | undefined;
  readonly macroIds?: readonly string[] | undefined;
  /** The ids of the members that a note mentions. */
  readonly mentions?: readonly string[] | undefined;
  /** What it was written as, if it was moved from the other kind. For an undo. */
  readonly writtenAs?: 'reply' | 'note' | undefined;
  /** The id of the newest public message that the member had seen. */
  readonly seen?: string | undefined;
}

/** A change of one or more tickets. */
export interface ChangeEntry extends Waiting {
  readonly kind: 'change';
  readonly ticketIds: readonly string[];
  /** Of the ticket, or of the first ones. */
  readonly subject: string;
  readonly change: TicketChange;
}

/** Blocks or unblocks a player. */
export interface BlockEntry extends Waiting {
  readonly kind: 'block';
  readonly playerId: string;
  /** How the console calls the player. */
  readonly name: string;
  readonly blocked: boolean;
}

/** Merges a ticket into another one of the same player, or undoes that. */
export interface MergeEntry extends Waiting {
  readonly kind: 'merge' | 'unmerge';
  readonly ticketId: string;
  readonly subject: string;
  /** The other ticket. */
  readonly into: { readonly id: string; readonly subject: string };
}

/** Something that the member did, and that waits to be sent. */
export type OutboxEntry = MessageEntry | ChangeEntry | BlockEntry | MergeEntry;

type Without<T, Keys extends string> = T extends unknown ? Omit<T, Keys> : never;
export type NewEntry = Without<OutboxEntry, 'createdAt' | 'sendAt'>;

/** Whether a file of the entry has no id yet. */
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

/** The ids of the tickets or the player that the entry is about. */
export function idsOf(entry: OutboxEntry): readonly string[] {
  if (isMessage(entry)) return [entry.ticketId];
  if (isMerge(entry)) return [entry.ticketId, entry.into.id];
  return isChange(entry) ? entry.ticketIds : [entry.playerId];
}

const isText = (value: unknown) => typeof value === 'string';

/** The files of a stored message. An earlier version stored no keys. */
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

/** A stored value as an entry, or undefined: an earlier version may have stored something else. */
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
