import type { MacroResponse } from '@player-support/contract/team/macros';

const MOST_SHOWN = 50;

/** What is typed after a `/` at the start of a line or word, before the caret; and where the `/` is. */
export function macroQuery(
  text: string,
  caret: number,
): { readonly start: number; readonly query: string } | undefined {
  const match = /(?:^|\s)\/([^\s/]{0,80})$/.exec(text.slice(0, caret));
  if (match === null) return undefined;
  const query = match[1] ?? '';
  return { start: caret - query.length - 1, query };
}

/** The macros of a project that have this in their name, those that begin with it first. */
export function findMacros(macros: readonly MacroResponse[], projectId: string, query: string): MacroResponse[] {
  const wanted = query.toLocaleLowerCase();
  const place = ({ name }: MacroResponse) => name.toLocaleLowerCase().replaceAll(/\s/g, '').indexOf(wanted);
  return macros
    .filter((macro) => (macro.projectId === null || macro.projectId === projectId) && place(macro) >= 0)
    .sort((a, b) => Math.min(1, place(a)) - Math.min(1, place(b)) || a.name.localeCompare(b.name))
    .slice(0, MOST_SHOWN);
}
