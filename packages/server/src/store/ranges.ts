import type { TicketStatus } from '@player-support/contract/enums';
import { type Given, type Params, sql } from './statement.ts';

/**
 * A part of an index: tickets of one project with one status. Without a status, tickets of any
 * status.
 */
export type Range = readonly [projectId: string, status?: TicketStatus];

/** SQLite allows 500 parts of a UNION. */
const MAX_RANGES = 100;

/**
 * Reads any number of ranges, as many at a time as a statement can have.
 *
 * @param read gets their parameters, and which share of all ranges they are
 */
export async function readRanges<Row>(
  ranges: readonly Range[],
  read: (params: Params, share: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ranges.length; start += MAX_RANGES) {
    const part = ranges.slice(start, start + MAX_RANGES);
    const params = part.flatMap(([projectId, status], index) => [
      [`project${index}`, projectId],
      ...(status === undefined ? [] : [[`status${index}`, status]]),
    ]);
    rows.push(...(await read(Object.fromEntries(params), part.length / ranges.length)));
  }
  return rows;
}

/** The condition of each range. */
export function rangeConditions(params: Given<Params>) {
  const projects = Object.keys(params).filter((name) => name.startsWith('project'));
  return projects.map((project) => {
    const status = params[project.replace('project', 'status')];
    const isOfProject = sql<boolean>`project_id = ${params[project]}`;
    return status === undefined ? isOfProject : sql<boolean>`${isOfProject} and status = ${status}`;
  });
}
