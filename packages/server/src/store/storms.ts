import { STORED_STATUSES } from '@player-support/contract/enums';
import type { StormTicket } from '../domain/storm.ts';
import type { Executor } from './database.ts';
import { saveRow } from './plain-statements.ts';
import { type Params, sql, statement, statementShapes } from './statement.ts';
import { type TicketPeakRow, ticketPeakTable } from './tables.ts';

/** The compared part of a message. */
const MAX_TEXT = 600;

// Each status is a range of ticket_queue, so this reads at most the limit of each.
const newest = statementShapes<Params, StormTicket, { readonly limit: number }>(
  (db, { projectId, since, until }, { limit }) => {
    const ranges = STORED_STATUSES.map((status) =>
      db.selectFrom(
        db
          .selectFrom('ticket')
          .select(['player_id', 'created_at as ticketCreatedAt'])
          .select(sql<string>`substr(message, 1, ${sql.lit(MAX_TEXT)})`.as('message'))
          .where(sql<boolean>`project_id = ${projectId}`)
          .where('status', '=', sql.lit(status))
          .where(sql<boolean>`created_at > ${since} AND created_at <= ${until}`)
          .orderBy('created_at', 'desc')
          .limit(sql.lit(limit))
          .as('range'),
      ),
    );
    const tickets = ranges
      .map((range) => range.select(['player_id', 'ticketCreatedAt', 'message']))
      .reduce((union, one) => union.unionAll(one));
    return db
      .selectFrom(tickets.as('newest'))
      .innerJoin('player', 'player.player_id', 'newest.player_id')
      .select(['newest.message', 'newest.ticketCreatedAt', 'player.created_at', 'player.last_inbox_at'])
      .orderBy('newest.ticketCreatedAt', 'desc')
      .limit(sql.lit(limit));
  },
);

const peaks = statement<{ projectId: string; from: number; before: number }>()((db, { projectId, from, before }) =>
  db
    .selectFrom('ticket_peak')
    .select(['day', 'tickets'])
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<', before),
);

const notePeak = saveRow(ticketPeakTable, ['tickets'], 'tickets');

const forgetPeaks = statement<{ projectId: string; before: number }>()((db, { projectId, before }) =>
  db.deleteFrom('ticket_peak').where('project_id', '=', projectId).where('day', '<', before),
);

const isAutomatic = sql<boolean>`COALESCE(storm_mode, 'automatic') = 'automatic'`;

const begin = statement<{ projectId: string; now: number }>()((db, { projectId, now }) =>
  db
    .updateTable('project')
    .set({ holding_since: now, calm_since: null })
    .where((row) => row.and({ project_id: projectId, holding_since: null }))
    .where(isAutomatic),
);

type Calm = { projectId: string; holdingSince: number; calmSince: number | null };

const setCalm = statement<Calm>()((db, { projectId, holdingSince, calmSince }) =>
  db
    .updateTable('project')
    .set({ calm_since: calmSince })
    .where((row) => row.and({ project_id: projectId, holding_since: holdingSince }))
    .where(isAutomatic),
);

const end = statement<Calm>()((db, { projectId, holdingSince, calmSince }) =>
  db
    .updateTable('project')
    .set({ holding_since: null, calm_since: null })
    .where((row) => row.and({ project_id: projectId, holding_since: holdingSince, calm_since: calmSince }))
    .where(isAutomatic),
);

/** Reads and writes for the automatic storm mode. Each write works on one node only. */
export const storms = (db: Executor) => ({
  newest: (projectId: string, since: number, until: number, limit: number) =>
    newest(db, { projectId, since, until }, { limit }),
  /** In any order. */
  peaks: async (projectId: string, from: number, before: number) =>
    (await db.all(peaks, { projectId, from, before })).map(({ tickets }) => tickets),
  notePeak: (row: TicketPeakRow) => db.run(notePeak, row),
  forgetPeaks: (projectId: string, before: number) => db.run(forgetPeaks, { projectId, before }),
  /** False: it already holds, or not automatically. */
  begin: async (projectId: string, now: number) => (await db.run(begin, { projectId, now })) > 0,
  /** Null: not calm. */
  setCalm: (storm: Calm) => db.run(setCalm, storm),
  /** Calm since this time. False: that changed. */
  end: async (storm: Calm) => (await db.run(end, storm)) > 0,
});
