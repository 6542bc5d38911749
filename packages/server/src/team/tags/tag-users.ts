import { filterText, parseTicketFilter } from '@player-support/contract/ticket-filter';
import { normalizeTag, withReplaced } from '../../domain/tags.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MacroRow, SavedViewRow } from '../../store/tables.ts';
import { actionsOf, storedActions } from '../macros/macro-content.ts';
import { replaceInFilter, tagsInFilter } from './filter-tags.ts';
import { isInScope } from './tag-scope.ts';

interface Change<NewTag = string | null> {
  readonly tag: string;
  readonly newTag: NewTag;
  /** Undefined: all projects. */
  readonly projectId: string | undefined;
}

/** Changes the macros that add a tag. Returns how many. */
export async function updateMacros({ macros }: Transaction, { tag, newTag, projectId }: Change): Promise<number> {
  const adds = (macro: MacroRow) => (actionsOf(macro).addTags ?? []).some((one) => normalizeTag(one) === tag);
  const found = (await macros.list(projectId === undefined ? null : [projectId])).filter(
    (macro) => isInScope(macro, projectId) && adds(macro),
  );
  let changed = 0;
  for (const id of found.map(({ macro_id }) => macro_id).sort()) {
    const macro = await macros.lock(id);
    if (macro === undefined || !isInScope(macro, projectId) || !adds(macro)) continue;
    const actions = actionsOf(macro);
    const addTags = withReplaced(actions.addTags ?? [], tag, newTag);
    await macros.update({ ...macro, actions: storedActions({ ...actions, addTags }) });
    changed++;
  }
  return changed;
}

/**
 * Renames a tag in the filters of saved views. Returns those that changed.
 *
 * @throws AppError `validation` if a filter would be too long
 */
export async function updateViews(
  { savedViews }: Transaction,
  { tag, newTag, projectId, now }: Change<string> & { readonly now: number },
): Promise<SavedViewRow[]> {
  const changed: SavedViewRow[] = [];
  for (const { view_id: id, ...found } of await savedViews.aboutTags()) {
    if (!isInScope(found, projectId) || !tagsInFilter(found.filter).has(tag)) continue;
    const view = await savedViews.lock(id);
    const parsed = view && parseTicketFilter(view.filter);
    if (view === undefined || parsed === undefined || 'error' in parsed || !isInScope(view, projectId)) continue;
    const filter = filterText(replaceInFilter(parsed.filter, tag, newTag));
    if (filter === view.filter) continue;
    if ('error' in parseTicketFilter(filter)) {
      const message = 'The filter of a saved view would be too long with it.';
      throw new AppError('validation', { errors: { newTag: [message] } });
    }
    const after = { ...view, filter, updated_at: now };
    await savedViews.update(after);
    changed.push(after);
  }
  return changed;
}
