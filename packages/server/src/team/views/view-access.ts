import { type SavedViewBase, sortsOf, type TicketSort, type TicketView } from '@player-support/contract/enums';
import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import {
  MAX_SHARED_VIEWS,
  MAX_SHARED_VIEWS_PER_MEMBER,
  MAX_SHARED_VIEWS_PER_PROJECT,
  MAX_VIEWS_PER_MEMBER,
} from '@player-support/contract/limits';
import type { SavedViewResponse } from '@player-support/contract/team/views';
import { filterText, parseTicketFilter } from '@player-support/contract/ticket-filter';
import { canAccessProject, hasRole } from '../../domain/access.ts';
import { parseSearch, TOO_MANY_WORDS } from '../../domain/search-query.ts';
import { iso } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import type { MemberCaller, TeamCaller } from '../../operations/callers.ts';
import type { Transaction } from '../../store/store.ts';
import type { SavedViewRow } from '../../store/tables.ts';

type Stores = Pick<Transaction, 'savedViews' | 'projects'>;

/** As its owner, or with the role it is shared with. */
export function isVisible(caller: TeamCaller, { member_id, role, project_id }: SavedViewRow): boolean {
  if (project_id !== null && !canAccessProject(caller, project_id)) return false;
  return member_id === caller.id || (role !== null && hasRole(caller, role));
}

/**
 * As its owner, or as an admin of all its projects. Without a project, a view belongs to every one.
 */
export const canChange = (caller: MemberCaller, { member_id, project_id }: SavedViewRow): boolean =>
  member_id === caller.id || (hasRole(caller, 'admin') && (project_id !== null || caller.projectIds === null));

export function presentView(caller: MemberCaller, row: SavedViewRow): SavedViewResponse {
  return {
    id: row.view_id,
    name: row.name,
    ownerId: row.member_id,
    projectId: row.project_id,
    role: row.role,
    // The cast: only these are stored.
    base: row.base as SavedViewBase,
    sort: row.sort,
    filter: row.filter,
    q: row.query,
    canChange: canChange(caller, row),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

/** Finds and locks it. Throws AppError `not-found` or `forbidden`. */
export async function lockChangeableView({ savedViews }: Stores, caller: MemberCaller, id: string) {
  const view = await savedViews.lock(id);
  if (view === undefined || !isVisible(caller, view)) throw new AppError('not-found');
  if (canChange(caller, view)) return view;
  const detail = 'Only its owner, and admins with access to all its projects, can change a shared view.';
  throw new AppError('forbidden', { detail });
}

/** Returns who is told of a change: the owner, or undefined for everybody. */
export const toldOf = ({ member_id, role }: SavedViewRow, before?: SavedViewRow): string | undefined =>
  role === null && (before?.role ?? null) === null ? member_id : undefined;

/** Visible ones, in the member's order. */
export async function viewsOf({ savedViews }: Pick<Stores, 'savedViews'>, caller: MemberCaller) {
  const visible = (await savedViews.ownAndShared(caller.id)).filter((view) => isVisible(caller, view));
  const places = new Map((await savedViews.order(caller.id)).map((id, index) => [id, index]));
  const placeOf = ({ view_id: id }: SavedViewRow) => places.get(id) ?? places.size;
  return visible.sort((a, b) => placeOf(a) - placeOf(b) || (a.view_id < b.view_id ? -1 : 1));
}

type WantedView = Pick<SavedViewRow, 'project_id' | 'role' | 'base' | 'sort' | 'filter' | 'query'>;

/**
 * Returns the filter as stored. `before`: undefined if new. Throws AppError `validation`,
 * `forbidden` or `view-limit`.
 */
export async function checkView(
  { projects, savedViews }: Stores,
  caller: MemberCaller,
  { project_id: projectId, role, base, sort, filter, query }: WantedView,
  before?: SavedViewRow,
): Promise<string> {
  // The owner may lack access to the other project, and would lose the view.
  if (before !== undefined && before.member_id !== caller.id && projectId !== before.project_id) {
    throw new AppError('forbidden', { detail: 'Only its owner can change the project of a view.' });
  }
  const problems: FieldProblems = {};
  const parsed = parseTicketFilter(filter);
  if ('error' in parsed) problems.filter = [parsed.error];
  if (!sortsOf(base).includes(sort)) problems.sort = [sortProblem(base)];
  if (query !== null && base !== 'all') problems.base = [fieldProblem('search-of-other-view')];
  if (query !== null && parseSearch(query) === undefined) problems.q = [TOO_MANY_WORDS];
  if (projectId !== null && projectId !== before?.project_id) {
    const exists = canAccessProject(caller, projectId) && (await projects.byId(projectId)) !== undefined;
    if (!exists) problems.projectId = [fieldProblem('unknown-project')];
  }
  if (Object.keys(problems).length > 0 || 'error' in parsed) throw new AppError('validation', { problems });
  if (role !== null && !hasRole(caller, 'agent')) {
    throw new AppError('forbidden', { detail: 'Agents and higher roles can share a view.' });
  }
  const isElsewhere = before !== undefined && projectId !== before.project_id;
  const becomesShared = role !== null && (before?.role ?? null) === null;
  // Also if shared already: its owner may have lost access since.
  if (role !== null && projectId === null && caller.projectIds !== null) {
    const detail =
      'To share a view of all projects, or to change a shared one, you need access to all projects. You can make it private or delete it.';
    throw new AppError('forbidden', { detail });
  }
  if (before === undefined || becomesShared || (role !== null && isElsewhere)) {
    const { own, shared, sharedOwn, sharedHere } = await savedViews.counts(caller.id, projectId);
    const limit = (count: number, max: number, who: string, what: string) => {
      if (count >= max) throw new AppError('view-limit', { detail: `${who} ${max} ${what}` });
    };
    const where = projectId === null ? 'All projects together have' : 'This project has';
    const others = 'shared views. Delete one of them first.';
    if (before === undefined) limit(own, MAX_VIEWS_PER_MEMBER, 'You have', 'saved views. Delete one first.');
    if (becomesShared) {
      limit(sharedOwn, MAX_SHARED_VIEWS_PER_MEMBER, 'You share', 'saved views. Make one of them private first.');
    }
    if (role !== null) limit(sharedHere, MAX_SHARED_VIEWS_PER_PROJECT, where, others);
    if (becomesShared) limit(shared, MAX_SHARED_VIEWS, 'The team has', others);
  }
  return filterText(parsed.filter);
}

export const sortProblem = (view: TicketView) => fieldProblem('wrong-sort', { view, sorts: sortsOf(view) });

export const sortFor = (base: TicketView, sort: TicketSort): TicketSort =>
  sortsOf(base).includes(sort) ? sort : sortsOf(base)[0];

/** Undefined: only its owner ever saw it. */
export function auditSubject(after: SavedViewRow, changed: readonly string[], before: SavedViewRow = after) {
  if (after.role === null && before.role === null) return undefined;
  const { view_id: target, project_id: projectId, role } = after;
  return { target, projectId, details: { role: role ?? undefined, changed: changed.length > 0 ? changed : undefined } };
}
