import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';

/** How many tickets of a project each view has. Counting stops at the limit. */
export interface ProjectCounts {
  readonly project_id: string;
  readonly attention: number;
  readonly mine: number;
  /** Only among the tickets that were counted for `open` and `pending`. */
  readonly unassigned: number;
  readonly open: number;
  readonly pending: number;
  readonly resolved: number;
  readonly closed: number;
}

export const queueCounts = (db: Executor) => ({
  /** Counts the tickets of each project. Each number is a range of an index. Reads only indexes. */
  async ofProjects(projectIds: readonly string[], memberId: string | undefined, limit: number) {
    if (projectIds.length === 0) return [];
    // `column` must be in the index. With any other column, each row would be read.
    const range = (condition: RawBuilder<unknown>, column = 'project_id') =>
      sql`from (select ticket.${sql.ref(column)} from ticket where ticket.project_id = project.project_id and ${condition}
        limit ${limit}) as counted`;
    const status = (name: string, column?: string) => range(sql`status = ${name}`, column);
    const assigned = (name: string) => range(sql`assignee_id = ${memberId ?? null} and status = ${name}`);
    const all = (from: RawBuilder<unknown>) => sql<number>`(select count(*) ${from})`;
    const unassigned = (from: RawBuilder<unknown>) => sql<number>`(select count(*) - count(assignee_id) ${from})`;
    const mine = sql<number>`${all(assigned('open'))} + ${all(assigned('pending'))}`;
    return db.query<ProjectCounts>((builder) =>
      builder
        .selectFrom('project')
        .select([
          'project_id',
          all(range(sql`attention_since is not null`)).as('attention'),
          mine.as('mine'),
          sql<number>`${unassigned(status('open', 'assignee_id'))} + ${unassigned(status('pending', 'assignee_id'))}`.as(
            'unassigned',
          ),
          all(status('open')).as('open'),
          all(status('pending')).as('pending'),
          all(status('resolved')).as('resolved'),
          all(status('closed')).as('closed'),
        ])
        .where('project_id', 'in', projectIds),
    );
  },
});
