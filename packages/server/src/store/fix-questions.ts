import { MAX_OPEN_QUESTIONS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { deleteSome, saveRow, selectRows, updateRows } from './plain-statements.ts';
import { readSession, sessionRead, type UncheckedCaller } from './player-reads.ts';
import { quickRead, rowsAsJson, sql, statement, textsInJson } from './statement.ts';
import { type FixQuestionRow, fixQuestionTable } from './tables.ts';

// In the order of the index ticket_to_ask. Each read ticket counts, so a page is bounded.
const linked = statement<{ knownIssueId: string; after: string; limit: number }>()(
  (db, { knownIssueId, after, limit }) =>
    db
      .selectFrom('ticket')
      .innerJoin('player', 'player.player_id', 'ticket.player_id')
      .leftJoin('fix_question', (join) =>
        join
          .onRef('fix_question.player_id', '=', 'ticket.player_id')
          .onRef('fix_question.ticket_id', '=', 'ticket.ticket_id')
          .onRef('fix_question.known_issue_id', '=', 'ticket.known_issue_id'),
      )
      .select(['ticket.player_id', 'ticket.ticket_id', 'ticket.status', 'ticket.merged_into', 'ticket.player_blocked'])
      .select(['player.context', 'fix_question.build', 'fix_question.answer'])
      .where('ticket.known_issue_id', '=', knownIssueId)
      .where('ticket.ticket_id', '>', after)
      .orderBy('ticket.ticket_id')
      .limit(limit),
);

const ask = saveRow(fixQuestionTable);

type Key = Pick<FixQuestionRow, 'player_id' | 'ticket_id' | 'known_issue_id'>;

const byKey = selectRows(fixQuestionTable, ['player_id', 'ticket_id', 'known_issue_id']);

const setAnswer = updateRows(fixQuestionTable, ['player_id', 'ticket_id', 'known_issue_id'], ['answer', 'answered_at']);

// The index fix_question_issue has all that this reads.
const counts = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('fix_question')
    .select(['known_issue_id', 'answer'])
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('known_issue_id', 'in', textsInJson(db, ids))
    .groupBy(['known_issue_id', 'answer']),
);

const removeSome = deleteSome(fixQuestionTable, 'known_issue_id', 'player_id');

const OPEN = ['ticket_id', 'message_id', 'build', 'asked_at', 'subject'] as const;
type OpenQuestion = readonly [ticketId: string, messageId: string, build: string, askedAt: number, subject: string];

const open = sessionRead<UncheckedCaller & { since: number }>(quickRead)((session, { since }, db) =>
  session.select((player) =>
    rowsAsJson(
      db,
      OPEN,
      player
        .selectFrom('fix_question')
        .innerJoin('ticket', (join) =>
          join
            .onRef('ticket.player_id', '=', 'fix_question.player_id')
            .onRef('ticket.ticket_id', '=', 'fix_question.ticket_id')
            .onRef('ticket.known_issue_id', '=', 'fix_question.known_issue_id'),
        )
        .select([
          'fix_question.ticket_id',
          'fix_question.message_id',
          'fix_question.build',
          'fix_question.asked_at',
          'ticket.subject',
        ])
        .whereRef('fix_question.player_id', '=', 'player.player_id')
        .where('fix_question.answer', 'is', null)
        .where('fix_question.asked_at', '>=', since)
        .orderBy('fix_question.message_id', 'desc')
        .limit(sql.lit(MAX_OPEN_QUESTIONS)),
    ).as('questions'),
  ),
);

/** Lock the player before each write. */
export const fixQuestions = (db: Executor) => ({
  linked: (knownIssueId: string, after: string, limit: number) => db.all(linked, { knownIssueId, after, limit }),
  /** Replaces an earlier question about this ticket and known issue. */
  ask: (row: FixQuestionRow) => db.run(ask, row),
  byKey: (key: Key) => db.one(byKey, key),
  setAnswer: (key: Key, answer: 'yes' | 'no', now: number) => db.run(setAnswer, { ...key, answer, answered_at: now }),
  async countsOf(ids: readonly string[]) {
    const rows = ids.length === 0 ? [] : await db.all(counts, { ids: JSON.stringify(ids) });
    return (id: string) => {
      const own = rows.filter(({ known_issue_id }) => known_issue_id === id);
      const of = (answer: 'yes' | 'no') => own.find((row) => row.answer === answer)?.count ?? 0;
      return { asked: own.reduce((sum, { count }) => sum + count, 0), yes: of('yes'), no: of('no') };
    };
  },
  /** Of up to `limit` players. Returns how many. */
  removeSome: (id: string, limit: number) => db.run(removeSome, { known_issue_id: id, limit }),
  /**
   * The session, with unanswered questions since then, newest first, about still linked known
   * issues.
   */
  async openOf(caller: UncheckedCaller, since: number) {
    const session = await readSession(db, open, { ...caller, since });
    return session && { session, data: JSON.parse(session.questions ?? '[]') as OpenQuestion[] };
  },
});

/** A linked ticket whose player may have to be asked, with the last question about the issue. */
export type TicketToAsk = Awaited<ReturnType<ReturnType<typeof fixQuestions>['linked']>>[number];
