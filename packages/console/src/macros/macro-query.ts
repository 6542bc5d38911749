import type { MacroResponse } from '@player-support/contract/team/macros';

const MAX_SHOWN = 50;

/** The text between a `/` at the start of a word and the caret, and the position of the `/`. */
export function macroQuery(
  text: string,
  caret: number,
): { readonly start: number; readonly query: string } | undefined {
  const match = /(?:^|\s)\/([^\s/]{0,80})$/.exec(text.slice(0, caret));
  if (match === null) return undefined;
  const query = match[1] ?? '';
  return { start: caret - query.length - 1, query };
}

/** The macros of a project whose name contains the query. Names that start with it come first. */
export function findMacros(macros: readonly MacroResponse[], projectId: string, query: string): MacroResponse[] {
  const text = query.toLocaleLowerCase();
  const position = ({ name }: MacroResponse) => name.toLocaleLowerCase().replaceAll(/\s/g, '').indexOf(text);
  return macros
    .filter((macro) => (macro.projectId === null || macro.projectId === projectId) && position(macro) >= 0)
    .sort((a, b) => Math.min(1, position(a)) - Math.min(1, position(b)) || a.name.localeCompare(b.name))
    .slice(0, MAX_SHOWN);
}
