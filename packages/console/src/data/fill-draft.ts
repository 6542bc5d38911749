import { fillVariables, type VariableValues } from '@player-support/contract/variables';
import type { Draft } from './outbox/drafts.ts';
import { macrosOf, withMacros } from './outbox/join-drafts.ts';

export function withVariables(draft: Draft, values: VariableValues): Draft {
  const at = (position: number) => fillVariables(draft.text.slice(0, position), values).length;
  const macros = macrosOf(draft).map((macro) => ({
    ...macro,
    text: fillVariables(macro.text, values),
    kept: macro.kept.map(({ start, end }) => ({ start: at(start), end: at(end) })),
  }));
  return withMacros({ ...draft, text: fillVariables(draft.text, values) }, macros);
}
