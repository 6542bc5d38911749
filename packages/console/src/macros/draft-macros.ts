import type { Draft, DraftChanges } from '../outbox/drafts.ts';
import { type DraftMacro, type Edit, macrosOf, moved, withMacros } from '../outbox/join-drafts.ts';

/** The shortest edit that makes one text of the other. */
function editBetween(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, length: after.length - same - start };
}

/** Without half of its text, it is no longer what the member inserted. */
function isKept({ text, kept }: DraftMacro): boolean {
  return kept.reduce((sum, { start, end }) => sum + end - start, 0) * 2 >= text.length;
}

/**
 * A draft after the member changed its text, and the macros that are gone. A macro goes with its
 * text, and comes back when an undo or a paste brings its text back.
 */
export function withText(draft: Draft, text: string, gone: readonly DraftMacro[] = []) {
  const edit = editBetween(draft.text, text);
  const before = macrosOf(draft);
  const kept = before.map((macro) => moved(macro, edit)).filter(isKept);
  // Not when the member types such a text letter by letter.
  const isBack = (macro: DraftMacro) => edit.length * 2 >= macro.text.length && text.includes(macro.text);
  const back = gone.filter(isBack).map((macro) => {
    const start = text.indexOf(macro.text);
    return { ...macro, kept: [{ start, end: start + macro.text.length }] };
  });
  return {
    draft: withMacros({ ...draft, text }, [...kept, ...back]),
    gone: [...gone.filter((macro) => !isBack(macro)), ...before.filter((macro) => !isKept(moved(macro, edit)))],
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
  const kept = [{ start, end: start + length }];
  return withMacros({ ...draft, text }, [...macrosOf(draft).map((one) => moved(one, edit)), { ...macro, kept }]);
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
