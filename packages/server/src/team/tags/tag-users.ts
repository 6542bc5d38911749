import {
  type FilterGroup,
  filterText,
  parseTicketFilter,
  type TicketFilter,
} from '@player-support/contract/ticket-filter';
import { type Access, canAccessProject } from '../../domain/access.ts';
import { normalizeTag, withReplaced } from '../../domain/tags.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Store, Transaction } from '../../store/store.ts';
import type { MacroRow, SavedViewRow } from '../../store/tables.ts';
import { actionsOf, storedActions } from '../macros/macro-content.ts';

/**
 * Undefined: all projects. Throws AppError `forbidden` or `not-found` unless the caller may enter.
 */
export async function requireTagScope({ projects }: Store, caller: Access, projectId: string | undefined) {
  if (projectId === undefined) {
    if (caller.projectIds === null) return;
    throw new AppError('forbidden', { detail: 'The tags of all projects need access to all projects.' });
  }
  const exists = canAccessProject(caller, projectId) && (await projects.byId(projectId)) !== undefined;
  if (!exists) throw new AppError('not-found');
}

/** A change in this project, or in all, concerns the macro or view too. */
export const isInScope = ({ project_id }: Pick<MacroRow | SavedViewRow, 'project_id'>, projectId: string | undefined) =>
  projectId === undefined || project_id === projectId;

/** Wherever the filter names the tag. */
function replaceInFilter(filter: FilterGroup, tag: string, newTag: string): FilterGroup {
  const replaced = (one: TicketFilter): TicketFilter => {
    if ('all' in one || 'any' in one) return replaceInFilter(one, tag, newTag);
    if (one.field !== 'tag') return one;
    if ('is' in one) return { ...one, is: withReplaced(one.is, tag, newTag) };
    return { ...one, not: withReplaced(one.not, tag, newTag) };
  };
  return 'all' in filter ? { all: filter.all.map(replaced) } : { any: filter.any.map(replaced) };
}

function* tagsIn(filter: TicketFilter): Generator<string> {
  if ('all' in filter || 'any' in filter) {
    for (const one of 'all' in filter ? filter.all : filter.any) yield* tagsIn(one);
  } else if (filter.field === 'tag') yield* 'is' in filter ? filter.is : filter.not;
}

/** Returns the tags in a view's stored filter, as stored in tickets. */
export function tagsInFilter(text: string): Set<string> {
  const parsed = parseTicketFilter(text);
  return new Set('error' in parsed ? [] : [...tagsIn(parsed.filter)].map(normalizeTag));
}

interface Change<NewTag = string | null> {
  readonly tag: string;
  readonly newTag: NewTag;
  /** Undefined: all projects. */
  readonly projectId: string | undefined;
}

/** Returns how many changed. */
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

/** Renames the tag in a view's filter. Undefined: too long, or no filter. */
function renamedFilter({ filter }: SavedViewRow, { tag, newTag }: Change<string>): string | undefined {
  const parsed = parseTicketFilter(filter);
  if ('error' in parsed) return undefined;
  const renamed = filterText(replaceInFilter(parsed.filter, tag, newTag));
  return 'error' in parseTicketFilter(renamed) ? undefined : renamed;
}

const viewsWith = async ({ savedViews }: Pick<Transaction, 'savedViews'>, { tag, projectId }: Change) =>
  (await savedViews.aboutTags()).filter((view) => isInScope(view, projectId) && tagsInFilter(view.filter).has(tag));

/** Throws AppError `validation` if the new name makes a view's filter too long. */
export async function requireRoomInViews(store: Pick<Store, 'savedViews'>, change: Change<string>): Promise<void> {
  if ((await viewsWith(store, change)).every((view) => renamedFilter(view, change) !== undefined)) return;
  throw invalid('newTag', 'tag-too-long-for-view');
}

/** Returns the changed views. A filter that became too long since `requireRoomInViews` stays. */
export async function updateViews(
  tx: Transaction,
  { now, ...change }: Change<string> & { readonly now: number },
): Promise<SavedViewRow[]> {
  const { savedViews } = tx;
  const changed: SavedViewRow[] = [];
  for (const { view_id: id } of await viewsWith(tx, change)) {
    const view = await savedViews.lock(id);
    if (view === undefined || !isInScope(view, change.projectId)) continue;
    const filter = renamedFilter(view, change);
    if (filter === undefined || filter === view.filter) continue;
    const after = { ...view, filter, updated_at: now };
    await savedViews.update(after);
    changed.push(after);
  }
  return changed;
}
