import type { StoredStatus } from '@player-support/contract/enums';
import type { Kysely } from 'kysely';
import { type Given, isPostgres, type Params, sql } from './statement.ts';
import type { Tables } from './tables.ts';

/** Of one project with one status or priority. */
export interface Range {
  readonly projectId: string;
  readonly status?: StoredStatus;
  /** The index in PRIORITIES. */
  readonly priority?: number;
  /** After this place in the index. */
  readonly after?: Place;
}

export interface Place {
  readonly time: number;
  readonly ticketId: string;
}

export function statusRanges(projectIds: readonly string[], statuses: readonly StoredStatus[]): Range[] {
  return projectIds.flatMap((projectId) => statuses.map((status) => ({ projectId, status })));
}

/** SQLite allows 500 parts of a UNION. */
const MAX_RANGES = 100;

/** Yields as many ranges as a statement can have. */
export function* inParts(ranges: readonly Range[]): Generator<readonly Range[]> {
  for (let start = 0; start < ranges.length; start += MAX_RANGES) yield ranges.slice(start, start + MAX_RANGES);
}

/**
 * Reads ranges in as many statements as needed. `read` gets the parameters and the number of
 * ranges.
 */
export async function readRanges<Row>(
  ranges: readonly Range[],
  read: (params: Params, count: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of inParts(ranges)) {
    rows.push(...(await read(Object.assign({}, ...part.map(paramsOf)), part.length)));
  }
  return rows;
}

function paramsOf({ projectId, status, priority, after }: Range, index: number): Params {
  return {
    [`project${index}`]: projectId,
    ...(status === undefined ? {} : { [`status${index}`]: status }),
    ...(priority === undefined ? {} : { [`priority${index}`]: priority }),
    ...(after === undefined ? {} : { [`time${index}`]: after.time, [`ticketId${index}`]: after.ticketId }),
  };
}

interface RangeValues {
  readonly project: unknown;
  readonly status?: unknown;
  readonly priority?: unknown;
  readonly knownIssueId?: unknown;
}

/** Builds a range's condition, except its place. Values are parameters or expressions. */
export function rangeCondition(db: Kysely<Tables>, { project, status, priority, knownIssueId }: RangeValues) {
  // The plus keeps SQLite from reading the index of all tickets.
  const projectColumn = sql.raw(knownIssueId === undefined || isPostgres(db) ? 'project_id' : '+project_id');
  return sql<boolean>`${sql.join(
    [
      sql`${projectColumn} = ${project}`,
      ...(knownIssueId === undefined ? [] : [sql`known_issue_id = ${knownIssueId}`]),
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ],
    sql` and `,
  )}`;
}

/**
 * The place's condition depends on the direction. A parameter `knownIssueId` limits each range to
 * its tickets.
 */
export function rangeConditions(db: Kysely<Tables>, params: Given<Params>) {
  const { knownIssueId } = params;
  const indexes = Object.keys(params).flatMap((name) => /^project(\d+)$/.exec(name)?.[1] ?? []);
  return indexes.map((index) => {
    const { [`project${index}`]: project, [`status${index}`]: status, [`priority${index}`]: priority } = params;
    const { [`time${index}`]: time, [`ticketId${index}`]: ticketId } = params;
    const condition = rangeCondition(db, { project, status, priority, knownIssueId });
    return { condition, project, status, time, ticketId };
  });
}
