import type { Texts } from '@player-support/contract/team/localized-texts';
import type { MacroActions } from '@player-support/contract/team/macros';
import { inOrder } from '../../domain/localized-texts.ts';
import { normalizeTags } from '../../domain/tags.ts';
import type { MacroRow } from '../../store/tables.ts';

/** Texts as they are stored. */
export function storedTexts(texts: Texts = {}): string | null {
  return Object.keys(texts).length === 0 ? null : JSON.stringify(inOrder(texts));
}

/** Actions as they are stored. */
export function storedActions({ status, priority, addTags = [], assignee }: MacroActions = {}): string | null {
  const tags = normalizeTags(addTags);
  const actions: MacroActions = {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(tags.length === 0 ? {} : { addTags: tags }),
    ...(assignee === undefined ? {} : { assignee }),
  };
  return Object.keys(actions).length === 0 ? null : JSON.stringify(actions);
}

export const textsOf = ({ texts }: MacroRow): Texts => (texts === null ? {} : JSON.parse(texts));

export const actionsOf = ({ actions }: MacroRow): MacroActions => (actions === null ? {} : JSON.parse(actions));
