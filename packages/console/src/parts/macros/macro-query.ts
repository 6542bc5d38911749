import type { MacroResponse } from '@player-support/contract/team/macros';
import { squeezed } from '../../lib/squeezed.ts';

const MAX_SHOWN = 50;

/** Returns the text between a `/` at the start of a word and the caret, with its position. */
export function macroQuery(
  text: string,
  caret: number,
): { readonly start: number; readonly query: string } | undefined {
  const match = /(?:^|\s)\/([^\s/]{0,80})$/.exec(text.slice(0, caret));
  if (match === null) return undefined;
  const query = match[1] ?? '';
  return { start: caret - query.length - 1, query };
}

/**
 * Finds macros: names that begin with the query first, then other names, then texts; the most used
 * first.
 */
export function findMacros(macros: readonly MacroResponse[], projectId: string, query: string): MacroResponse[] {
  const text = squeezed(query);
  const rank = ({ name, body, texts }: MacroResponse) => {
    const at = squeezed(name).indexOf(text);
    if (at >= 0) return Math.min(1, at);
    return [body, ...Object.values(texts)].some((one) => squeezed(one).includes(text)) ? 2 : 3;
  };
  return macros
    .filter((macro) => macro.projectId === null || macro.projectId === projectId)
    .map((macro) => ({ macro, rank: rank(macro) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank || b.macro.uses - a.macro.uses || a.macro.name.localeCompare(b.macro.name))
    .slice(0, MAX_SHOWN)
    .map(({ macro }) => macro);
}
