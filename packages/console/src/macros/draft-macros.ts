import { MAX_MACROS_PER_REPLY, MAX_TAGS } from '@player-support/contract/limits';
import { fillVariables, type VariableValues } from '@player-support/contract/variables';
import type { Draft, DraftChanges } from '../outbox/drafts.ts';
import type { MessageEntry } from '../outbox/entries.ts';

/** A part of a text, in UTF-16 code units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A macro in the text of a draft. */
export interface DraftMacro {
  readonly id: string;
  /** What was inserted. */
  readonly text: string;
  /** Where the text of the draft still has it. */
  readonly left: readonly Range[];
  readonly changes: DraftChanges;
}

/** What an edit replaced in the text before it, and the length of what is there now. */
interface Edit extends Range {
  readonly length: number;
}

/** The shortest edit that makes one text of the other. */
function editBetween(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, length: after.length - same - start };
}

/** What is left of a part of a text after an edit. */
function afterEdit(part: Range, { start, end, length }: Edit): Range[] {
  const moved = start + length - end;
  const before = { start: part.start, end: Math.min(part.end, start) };
  const after = { start: Math.max(part.start, end) + moved, end: part.end + moved };
  return [before, after].filter((one) => one.start < one.end);
}

/** Without half of its text, it is no longer what the member inserted. */
function isLeft({ text, left }: DraftMacro): boolean {
  return left.reduce((sum, { start, end }) => sum + end - start, 0) * 2 >= text.length;
}

/** The macros of a draft. An older version did not store where they are: then they are the whole text. */
function macrosOf({ text, macros, macroIds = [], changes = {} }: Draft): readonly DraftMacro[] {
  return macros ?? macroIds.map((id) => ({ id, text, left: [{ start: 0, end: text.length }], changes }));
}

/** A draft with the macros, whose changes it has. Later macros win over earlier ones. */
function withMacros(draft: Draft, macros: readonly DraftMacro[]): Draft {
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

/** A macro after an edit, also if too little is left of it. */
const moved = (macro: DraftMacro, edit: Edit): DraftMacro => ({
  ...macro,
  left: macro.left.flatMap((part) => afterEdit(part, edit)),
});

/**
 * A draft after the member changed its text, and the macros that are gone. A macro goes with its
 * text, and comes back when an undo or a paste brings its text back.
 */
export function withText(draft: Draft, text: string, gone: readonly DraftMacro[] = []) {
  const edit = editBetween(draft.text, text);
  const before = macrosOf(draft);
  const left = before.map((macro) => moved(macro, edit)).filter(isLeft);
  // Not when the member types such a text letter by letter.
  const isBack = (macro: DraftMacro) => edit.length * 2 >= macro.text.length && text.includes(macro.text);
  const back = gone.filter(isBack).map((macro) => {
    const start = text.indexOf(macro.text);
    return { ...macro, left: [{ start, end: start + macro.text.length }] };
  });
  return {
    draft: withMacros({ ...draft, text }, [...left, ...back]),
    gone: [...gone.filter((macro) => !isBack(macro)), ...before.filter((macro) => !isLeft(moved(macro, edit)))],
  };
}

/** A draft after a text was inserted. @param text the whole text now */
export function withInserted(
  draft: Draft,
  text: string,
  macro: Pick<DraftMacro, 'id' | 'text' | 'changes'>,
  start: number,
): Draft {
  const { length } = macro.text;
  const edit = { start, end: draft.text.length - (text.length - start - length), length };
  const left = [{ start, end: start + length }];
  return withMacros({ ...draft, text }, [...macrosOf(draft).map((one) => moved(one, edit)), { ...macro, left }]);
}

/** A draft with the values of the variables in its text. It keeps its macros. */
export function withVariables(draft: Draft, values: VariableValues): Draft {
  const at = (position: number) => fillVariables(draft.text.slice(0, position), values).length;
  const macros = macrosOf(draft).map((macro) => ({
    ...macro,
    text: fillVariables(macro.text, values),
    left: macro.left.map(({ start, end }) => ({ start: at(start), end: at(end) })),
  }));
  return withMacros({ ...draft, text: fillVariables(draft.text, values) }, macros);
}

/** A draft without one of its changes. Undefined as the tag: the whole field. */
export function withoutChange(draft: Draft, field: keyof DraftChanges, tag?: string): Draft {
  const macros = macrosOf(draft).map((macro) => {
    const { [field]: _, ...others } = macro.changes;
    const addTags = tag === undefined ? [] : (macro.changes.addTags ?? []).filter((one) => one !== tag);
    return { ...macro, changes: addTags.length === 0 ? others : { ...others, addTags } };
  });
  return withMacros(draft, macros);
}

/** Two drafts as one: the texts, files and macros of both. The rest is that of the first. */
export function together(first: Draft, second: Draft): Draft {
  const files = new Map([...(first.files ?? []), ...(second.files ?? [])].map((file) => [file.key, file]));
  const texts = [first.text, second.text].filter((text) => text.trim() !== '');
  const text = texts.join('\n\n');
  const edit = { start: 0, end: 0, length: text.length - second.text.length };
  const both = [
    ...(first.text.trim() === '' ? [] : macrosOf(first)),
    ...(second.text.trim() === '' ? [] : macrosOf(second).map((macro) => moved(macro, edit))),
  ];
  return withMacros({ ...first, text, ...(files.size === 0 ? {} : { files: [...files.values()] }) }, both);
}

/** A message that was not sent as a draft, before the text that was written since. */
export function draftOf(entry: MessageEntry, newer: Draft): Draft {
  const { message, attachments: files, seen, status, macros, macroIds } = entry;
  // The status of a reply without other changes was a choice of the send button.
  const changes = entry.changes && { ...entry.changes, ...(status && { status }) };
  return together({ text: message, ...(files && { files }), seen, macros, macroIds, changes }, newer);
}
