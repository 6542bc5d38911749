import type { StoredStatus } from '@player-support/contract/enums';
import type { Kysely } from 'kysely';
import { type Given, isPostgres, type Params, sql } from './statement.ts';
import type { Tables } from './tables.ts';

/** A part of an index: tickets of one project with one status, or with one priority. */
export interface Range {
  readonly projectId: string;
  readonly status?: StoredStatus;
  /** The index in PRIORITIES. */
  readonly priority?: number;
  /** Only tickets after this place in the order of the index. */
  readonly after?: Place;
}

/** A place in the order of an index. */
export interface Place {
  readonly time: number;
  readonly ticketId: string;
}

/** The ranges of these projects with these statuses. */
export function statusRanges(projectIds: readonly string[], statuses: readonly StoredStatus[]): Range[] {
  return projectIds.flatMap((projectId) => statuses.map((status) => ({ projectId, status })));
}

/** SQLite allows 500 parts of a UNION. */
const MAX_RANGES = 100;

/** As many ranges at a time as a statement can have. */
export function* inParts(ranges: readonly Range[]): Generator<readonly Range[]> {
  for (let start = 0; start < ranges.length; start += MAX_RANGES) yield ranges.slice(start, start + MAX_RANGES);
}

/**
 * Reads any number of ranges, as many at a time as a statement can have.
 *
 * @param read gets their parameters, and how many ranges they are
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

/** The condition of a range, except for its place. Values are parameters or expressions. */
export function rangeCondition(db: Kysely<Tables>, { project, status, priority, knownIssueId }: RangeValues) {
  // The plus keeps SQLite from reading an index of all tickets instead of those of the known issue.
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
 * The condition of each range, and its parameters. That of its place depends on the direction. With
 * a parameter `knownIssueId`, each range has only the tickets of that known issue.
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
