import { SharedWork } from '../domain/shared-work.ts';
import type { Database, Executor } from './database.ts';
import { updateRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { type TicketRow, ticketTable } from './tables.ts';

const reserve = statement<{ projectId: string; count: number }>()((db, { projectId, count }) =>
  db
    .insertInto('ticket_counter')
    .values({ project_id: projectId, last_number: count })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ last_number: sql`ticket_counter.last_number + ${count}` }),
    )
    .returning('last_number'),
);

// The index ticket_unnumbered has this condition and order.
const unnumbered = statement<{ limit: number }>()((db, { limit }) =>
  db
    .selectFrom('ticket')
    .select(['player_id', 'ticket_id', 'project_id'])
    .where('number', 'is', null)
    .orderBy('created_at')
    .limit(limit),
);

const setNumber = updateRows(ticketTable, ['player_id', 'ticket_id'], ['number'], { only: { number: null } });

const byNumber = statement<{ projectIds: string; number: number; limit: number }>()(
  (db, { projectIds, number, limit }) =>
    db
      .selectFrom('ticket')
      .select(['player_id', 'ticket_id'])
      .where('project_id', 'in', textsInJson(db, projectIds))
      .where('number', '=', number)
      .orderBy('created_at', 'desc')
      .limit(limit),
);

type Unnumbered = Pick<TicketRow, 'player_id' | 'ticket_id' | 'project_id'>;

/** Short numbers of tickets: 1, 2, 3 in each project. */
export const ticketNumbers = (db: Executor) => {
  /** Takes numbers, and returns the first. */
  async function take(projectId: string, count = 1): Promise<number> {
    const last = (await db.one(reserve, { projectId, count }))?.last_number ?? count;
    return last - count + 1;
  }

  return {
    take,
    /** The oldest tickets without a number: an older version created them. */
    unnumbered: (limit: number): Promise<Unnumbered[]> => db.all(unnumbered, { limit }),
    /** Numbers these in their order. Lock their players before. */
    async number(tickets: readonly Unnumbered[]): Promise<void> {
      for (const [projectId, ofProject] of Map.groupBy(tickets, ({ project_id }) => project_id)) {
        const first = await take(projectId, ofProject.length);
        for (const [index, { player_id, ticket_id }] of ofProject.entries()) {
          await db.send(setNumber, { player_id, ticket_id, number: first + index });
        }
      }
    },
    /** The newest first: each project can have one. */
    byNumber: (projectIds: readonly string[], number: number, limit: number) =>
      db.all(byNumber, { projectIds: JSON.stringify(projectIds), number, limit }),
  };
};

/** Of a project. */
interface Numbers {
  /** Taken, and not used. */
  readonly free: number[];
  /** Tickets that wait for a number. */
  waiting: number;
}

/**
 * Returns a function that gives a ticket its number outside a transaction. In one, all who create
 * tickets in a project would wait for each other until the commit.
 */
export function numberOutsideTransaction(db: Database) {
  const projects = new Map<string, Numbers>();
  const taking = new SharedWork<void>();

  /** Takes as many as wait, so that many tickets at once take few round trips. */
  async function takeMore(projectId: string, { free, waiting }: Numbers): Promise<void> {
    const first = await ticketNumbers(db).take(projectId, waiting);
    free.push(...Array.from({ length: waiting }, (_, index) => first + index));
  }

  async function take(projectId: string, numbers: Numbers): Promise<number> {
    numbers.waiting++;
    try {
      for (;;) {
        const number = numbers.free.shift();
        if (number !== undefined) return number;
        await taking.run(projectId, () => takeMore(projectId, numbers));
      }
    } finally {
      numbers.waiting--;
    }
  }

  /** `write` returns false if it wrote nothing: the number is free again. */
  return async (projectId: string, write: (number: number) => Promise<boolean>): Promise<boolean> => {
    const numbers = projects.get(projectId) ?? { free: [], waiting: 0 };
    projects.set(projectId, numbers);
    const number = await take(projectId, numbers);
    const isWritten = await write(number);
    if (!isWritten) numbers.free.unshift(number);
    return isWritten;
  };
}
