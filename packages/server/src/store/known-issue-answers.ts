import { MAX_ANSWERS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { forUpdate, sql, statement } from './statement.ts';
import { rowValues } from './table.ts';
import {
  type AnsweredTicketRow,
  answeredTicketTable,
  type KnownIssueAnswerRow,
  knownIssueAnswerTable,
  type PlayerRow,
  type TicketRow,
} from './tables.ts';

const insert = statement<KnownIssueAnswerRow>()((db, row) =>
  db.insertInto('known_issue_answer').values(rowValues(knownIssueAnswerTable, row)),
);

const ofKnownIssue = statement<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('known_issue_answer')
    .select(knownIssueAnswerTable.columns)
    .where('known_issue_id', '=', id)
    .orderBy('answer_id', 'desc')
    .limit(sql.lit(MAX_ANSWERS)),
);

const isOpen = sql<boolean>`state IN ('waiting', 'sending')`;

const countOpen = statement<{ projectId: string }>()((db, { projectId }) =>
  db
    .selectFrom('known_issue_answer')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where(isOpen),
);

const due = statement<{ now: number; after: string }>()((db, { now, after }) =>
  db
    .selectFrom('known_issue_answer')
    .select(knownIssueAnswerTable.columns)
    .where('send_at', '<=', now)
    .where('project_id', '>', after)
    .where(isOpen)
    .orderBy('project_id')
    .orderBy('send_at')
    .orderBy('answer_id')
    .limit(1),
);

const lock = statement<{ id: string }>()((db, { id }) =>
  forUpdate(db, db.selectFrom('known_issue_answer').select(knownIssueAnswerTable.columns).where('answer_id', '=', id)),
);

type Progress = Pick<KnownIssueAnswerRow, 'answer_id' | 'state' | 'sent' | 'skipped' | 'sent_until'>;

const setProgress = statement<Progress>()((db, { answer_id, state, sent, skipped, sent_until }) =>
  db.updateTable('known_issue_answer').set({ state, sent, skipped, sent_until }).where('answer_id', '=', answer_id),
);

const removeOfKnownIssue = statement<{ id: string }>()((db, { id }) =>
  db.deleteFrom('known_issue_answer').where('known_issue_id', '=', id),
);

/** What decides whether a linked ticket gets an answer, and with which values. */
export type LinkedTicket = Pick<
  TicketRow,
  | 'player_id'
  | 'ticket_id'
  | 'project_id'
  | 'type'
  | 'subject'
  | 'status'
  | 'player_blocked'
  | 'merged_into'
  | 'message_count'
  | 'merged_messages'
> & { readonly user_id: PlayerRow['user_id']; readonly player_context: PlayerRow['context'] };

interface Linked {
  readonly [name: string]: string | number;
  readonly knownIssueId: string;
  /** Linked at this time or before. */
  readonly until: number;
  readonly after: string;
  readonly limit: number;
}

const linked = statement<Linked>()((db, { knownIssueId, until, after, limit }) =>
  db
    .selectFrom('ticket')
    .innerJoin('player', 'player.player_id', 'ticket.player_id')
    .select([
      'ticket.player_id',
      'ticket.ticket_id',
      'ticket.project_id',
      'ticket.type',
      'ticket.subject',
      'ticket.status',
      'ticket.player_blocked',
      'ticket.merged_into',
      'ticket.message_count',
      'ticket.merged_messages',
      'player.user_id',
      'player.context as player_context',
    ])
    .where('ticket.known_issue_id', '=', knownIssueId)
    .where('ticket.known_issue_at', '<=', until)
    .where('ticket.ticket_id', '>', after)
    .orderBy('ticket.ticket_id')
    .limit(limit),
);

const claim = statement<AnsweredTicketRow>()((db, row) =>
  db
    .insertInto('answered_ticket')
    .values(rowValues(answeredTicketTable, row))
    .onConflict((conflict) => conflict.columns(['player_id', 'ticket_id', 'answer_id']).doNothing()),
);

/** Answers to all tickets of a known issue. */
export const knownIssueAnswers = (db: Executor) => ({
  insert: (row: KnownIssueAnswerRow) => db.run(insert, row),
  /** Newest first. */
  ofKnownIssue: (id: string) => db.all(ofKnownIssue, { id }),
  /** How many answers of a project are not completely sent. */
  countOpen: async (projectId: string) => (await db.one(countOpen, { projectId }))?.count ?? 0,
  /**
   * The answer that should have been sent first, of the next project that has one.
   *
   * @param after the id of a project. '': from the first project on
   */
  due: (now: number, after: string) => db.one(due, { now, after }),
  /** Locks an answer until the end of the transaction, and returns it. */
  lock: (id: string) => db.one(lock, { id }),
  setProgress: ({ answer_id, state, sent, skipped, sent_until }: Progress) =>
    db.run(setProgress, { answer_id, state, sent, skipped, sent_until }),
  removeOfKnownIssue: (id: string) => db.run(removeOfKnownIssue, { id }),
  /** The next linked tickets, by id. */
  linked: ({ knownIssueId, until, after, limit }: Linked): Promise<LinkedTicket[]> =>
    db.all(linked, { knownIssueId, until, after, limit }),
  /** Notes that a ticket gets an answer. False if it already has it. */
  claim: async (row: AnsweredTicketRow) => (await db.run(claim, row)) > 0,
});
