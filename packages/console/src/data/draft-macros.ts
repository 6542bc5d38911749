import type { Draft, DraftChanges } from './outbox/drafts.ts';
import { type DraftMacro, type Edit, macrosOf, moved, withMacros } from './outbox/join-drafts.ts';

function editBetween(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, length: after.length - same - start };
}

/** Returns whether half its text is left. Else it is not what was inserted. */
function isKept({ text, kept }: DraftMacro): boolean {
  return kept.reduce((sum, { start, end }) => sum + end - start, 0) * 2 >= text.length;
}

/** Finds where an edit brought back at least half of a macro's text. */
function broughtAt(text: string, macro: DraftMacro, { start, length }: Edit): number | undefined {
  const half = Math.ceil(macro.text.length / 2);
  const found = text.indexOf(macro.text, start + half - macro.text.length);
  return length >= half && found !== -1 && found + half <= start + length ? found : undefined;
}

/** Changes a draft's text. A macro goes with its text, and comes back with it by undo or paste. */
export function withText(draft: Draft, text: string, gone: readonly DraftMacro[] = []) {
  const edit = editBetween(draft.text, text);
  const before = macrosOf(draft);
  const kept = before.map((macro) => moved(macro, edit)).filter(isKept);
  const back = gone.flatMap((macro) => {
    const start = broughtAt(text, macro, edit);
    return start === undefined ? [] : [{ ...macro, kept: [{ start, end: start + macro.text.length }] }];
  });
  return {
    draft: withMacros({ ...draft, text }, [...kept, ...back]),
    gone: [
      ...gone.filter((macro) => broughtAt(text, macro, edit) === undefined),
      ...before.filter((macro) => !isKept(moved(macro, edit))),
    ],
  };
}

export function withInserted(
  draft: Draft,
  text: string,
  macro: Pick<DraftMacro, 'id' | 'text' | 'changes'>,
  start: number,
): Draft {
  const { length } = macro.text;
  const edit = { start, end: draft.text.length - (text.length - start - length), length };
  const kept = [{ start, end: start + length }];
  const others = macrosOf(draft)
    .map((one) => moved(one, edit))
    .filter(isKept);
  return withMacros({ ...draft, text }, [...others, { ...macro, kept }]);
}

/** Undefined as the tag: removes the whole field. */
export function withoutChange(draft: Draft, field: keyof DraftChanges, tag?: string): Draft {
  const macros = macrosOf(draft).map((macro) => {
    const { [field]: _, ...others } = macro.changes;
    const addTags = tag === undefined ? [] : (macro.changes.addTags ?? []).filter((one) => one !== tag);
    return { ...macro, changes: addTags.length === 0 ? others : { ...others, addTags } };
  });
  return withMacros(draft, macros);
}
