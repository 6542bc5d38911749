import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import type { Texts } from '@player-support/contract/team/localized-texts';
import type { MacroActions, MacroResponse } from '@player-support/contract/team/macros';
import { unknownForError, variablesIn } from '@player-support/contract/variables';
import { inOrder } from '../../domain/localized-texts.ts';
import { normalizeTags } from '../../domain/tags.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import { refuseProblems } from '../../errors.ts';
import type { MacroRow } from '../../store/tables.ts';

type MacroTexts = Partial<Pick<MacroResponse, 'body' | 'texts'>>;

const textFields = ({ body = '', texts = {} }: MacroTexts) =>
  new Map([['body', body], ...Object.entries(texts).map(([locale, text]) => [`texts.${locale}`, text] as const)]);

/**
 * Refuses unknown variables only in changed texts: stored ones can be older than this check.
 * `before`: undefined if new. Throws AppError `validation`.
 */
export function checkVariables(texts: MacroTexts, before?: MacroRow): void {
  const stored = before && textFields({ body: before.body, texts: textsOf(before) });
  const problems: FieldProblems = {};
  for (const [field, text] of textFields(texts)) {
    const [unknown] = text === stored?.get(field) ? [] : variablesIn(text).unknown;
    if (unknown !== undefined) {
      problems[field] = [fieldProblem('unknown-variable', { variable: unknownForError([unknown]) })];
    }
  }
  refuseProblems(problems);
}

export function storedTexts(texts: Texts = {}): string | null {
  return Object.keys(texts).length === 0 ? null : JSON.stringify(inOrder(texts));
}

export function storedActions({ status, priority, addTags = [], assignee }: MacroActions = {}): string | null {
  const tags = normalizeTags(addTags);
  // JSON has no undefined fields.
  const stored = JSON.stringify({ status, priority, addTags: tags.length === 0 ? undefined : tags, assignee });
  return stored === '{}' ? null : stored;
}

export const textsOf = ({ texts }: MacroRow): Texts => (texts === null ? {} : JSON.parse(texts));

export const actionsOf = ({ actions }: MacroRow): MacroActions => (actions === null ? {} : JSON.parse(actions));

export function presentMacro(row: MacroRow): MacroResponse {
  return {
    id: row.macro_id,
    projectId: row.project_id,
    name: row.name,
    body: row.body,
    texts: textsOf(row),
    actions: actionsOf(row),
    uses: row.uses,
    lastUsedAt: isoOrNull(row.last_used_at),
    createdAt: iso(row.created_at),
  };
}
