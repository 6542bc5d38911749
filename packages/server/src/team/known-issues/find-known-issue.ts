import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Stores } from '../../store/store.ts';
import type { KnownIssueRow } from '../../store/tables.ts';

const visible = (caller: Access, row: KnownIssueRow | undefined): KnownIssueRow => {
  if (row === undefined || !canAccessProject(caller, row.project_id)) throw new AppError('not-found');
  return row;
};

/** Throws AppError `not-found`. */
export const findKnownIssue = async ({ knownIssues }: Stores, caller: Access, id: string) =>
  visible(caller, await knownIssues.byId(id));

/** Locks until the end of the transaction. Throws AppError `not-found`. */
export const lockKnownIssue = async ({ knownIssues }: Stores, caller: Access, id: string) =>
  visible(caller, await knownIssues.lock(id));
