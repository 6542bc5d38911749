import { MAX_MACROS_PER_REPLY, MAX_TAGS } from '@player-support/contract/limits';
import type { Draft, DraftChanges } from './drafts.ts';
import type { MessageEntry } from './entries.ts';

/** A part of a text, in UTF-16 code units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface DraftMacro {
  readonly id: string;
  readonly text: string;
  /** Where the draft's text still has it. */
  readonly kept: readonly Range[];
  readonly changes: DraftChanges;
}

/** What an edit replaced, and the length of what is there now. */
export interface Edit extends Range {
  readonly length: number;
}

/** Returns what an edit leaves of a part of a text. */
function afterEdit(part: Range, { start, end, length }: Edit): Range[] {
  const moved = start + length - end;
  const before = { start: part.start, end: Math.min(part.end, start) };
  const after = { start: Math.max(part.start, end) + moved, end: part.end + moved };
  return [before, after].filter((one) => one.start < one.end);
}

/** An older version stored no places: then each macro is the whole text. */
export function macrosOf({ text, macros, macroIds = [], changes = {} }: Draft): readonly DraftMacro[] {
  return macros ?? macroIds.map((id) => ({ id, text, kept: [{ start: 0, end: text.length }], changes }));
}

/** Adds the macros with their changes. Later macros win. */
export function withMacros(draft: Draft, macros: readonly DraftMacro[]): Draft {
  const { macros: _, macroIds: __, changes: ___, ...others } = draft;
  if (macros.length === 0) return others;
  const addTags = [...new Set(macros.flatMap(({ changes }) => changes.addTags ?? []))].slice(0, MAX_TAGS);
  const changes: DraftChanges = {};
  for (const macro of macros) Object.assign(changes, macro.changes);
  if (addTags.length > 0) Object.assign(changes, { addTags });
  return {
    ...others,
    macros,
    macroIds: [...new Set(macros.map(({ id }) => id))].slice(-MAX_MACROS_PER_REPLY),
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
  };
}

/** Adapts a macro to an edit, even if too little is kept. */
export const moved = (macro: DraftMacro, edit: Edit): DraftMacro => ({
  ...macro,
  kept: macro.kept.flatMap((part) => afterEdit(part, edit)),
});

/** Tells what drafts were written as. Without a mark, the text field decides. */
function writtenAsOf(drafts: readonly Draft[]): Pick<Draft, 'writtenAs'> {
  const written = drafts.filter(({ text, files = [] }) => text.trim() !== '' || files.length > 0);
  if (written.some(({ writtenAs }) => writtenAs === 'note')) return { writtenAs: 'note' };
  return written.length > 0 && written.every(({ writtenAs }) => writtenAs === 'reply') ? { writtenAs: 'reply' } : {};
}

/** Joins texts, files and macros. If one was a note, both are. The rest is the first draft's. */
export function together(first: Draft, second: Draft): Draft {
  const files = new Map([...(first.files ?? []), ...(second.files ?? [])].map((file) => [file.key, file]));
  const texts = [first.text, second.text].filter((text) => text.trim() !== '');
  const text = texts.join('\n\n');
  const edit = { start: 0, end: 0, length: text.length - second.text.length };
  const both = [
    ...(first.text.trim() === '' ? [] : macrosOf(first)),
    ...(second.text.trim() === '' ? [] : macrosOf(second).map((macro) => moved(macro, edit))),
  ];
  const { writtenAs: _, ...others } = first;
  const joined = { ...others, ...writtenAsOf([first, second]), text };
  return withMacros(files.size === 0 ? joined : { ...joined, files: [...files.values()] }, both);
}

/**
 * Puts the unsent message before the text written since. Its uploads may be gone when the draft is
 * sent, so the files lose their ids.
 */
export function draftOf(entry: MessageEntry, newer: Draft): Draft {
  const { message, seen, status, writtenAs, macros, macroIds } = entry;
  const files = entry.attachments?.map(({ key, name, size }) => ({ key, name, size }));
  const changes = entry.changes && { ...entry.changes, ...(status && { status }) };
  return together({ text: message, ...(files && { files }), seen, writtenAs, macros, macroIds, changes }, newer);
}
