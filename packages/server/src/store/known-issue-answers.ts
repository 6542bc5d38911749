import type { AnswerSkip } from '@player-support/contract/enums';
import { MAX_ANSWERS } from '@player-support/contract/limits';
import { NEVER } from '../domain/time.ts';
import { isByOneWithoutAccess, withKeysCreatedBy } from './created-by.ts';
import type { Executor } from './database.ts';
import { deleteRows, insertNewRow, insertRow, lockRows, selectRows, updateRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import {
  type AnsweredTicketRow,
  answeredTicketTable,
  type KnownIssueAnswerRow,
  knownIssueAnswerTable,
} from './tables.ts';

/** With the time at which it begins. */
export type StoredIssueAnswer = Omit<KnownIssueAnswerRow, 'begins_at'>;

/**
 * Nodes of the last release know no languages and fallbacks. A start that never comes leaves the
 * answer to other nodes.
 */
const toRow = (answer: StoredIssueAnswer): KnownIssueAnswerRow => ({
  ...answer,
  send_at: NEVER,
  begins_at: answer.send_at,
});

const fromRow = ({ begins_at, ...row }: KnownIssueAnswerRow): StoredIssueAnswer => ({
  ...row,
  send_at: begins_at ?? row.send_at,
});

const insert = insertRow(knownIssueAnswerTable);

const fromRowIfAny = (row: KnownIssueAnswerRow | undefined) => row && fromRow(row);

const ofKnownIssue = selectRows(knownIssueAnswerTable, ['known_issue_id'], ['answer_id desc'], MAX_ANSWERS);

const isOpen = sql<boolean>`state IN ('waiting', 'sending')`;
const beginsAt = sql<number>`coalesce(begins_at, send_at)`;

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
    .where(beginsAt, '<=', now)
    .where('project_id', '>', after)
    .where(isOpen)
    .orderBy('project_id')
    .orderBy(beginsAt)
    .orderBy('answer_id')
    .limit(1),
);

const byId = selectRows(knownIssueAnswerTable, ['answer_id']);

const lock = lockRows(knownIssueAnswerTable, 'answer_id');

type Progress = Pick<KnownIssueAnswerRow, 'answer_id' | 'state' | 'sent' | 'skipped' | 'sent_until'>;

const setProgress = updateRows(knownIssueAnswerTable, ['answer_id'], ['state', 'sent', 'skipped', 'sent_until']);

const stop = statement<{ creatorId: string; keptProjects: string | null }>()((db, { creatorId, keptProjects }) =>
  withKeysCreatedBy(db, creatorId)
    .updateTable('known_issue_answer')
    .set({ state: 'stopped' })
    .where(isByOneWithoutAccess(db, creatorId, keptProjects))
    .where(isOpen),
);

const removeOfKnownIssue = deleteRows(knownIssueAnswerTable, 'known_issue_id');

/** Linked until then, this time included. */
type Linked = { knownIssueId: string; until: number; after: string; limit: number };

const linked = statement<Linked>()((db, { knownIssueId, until, after, limit }) =>
  db
    .selectFrom('ticket')
    .innerJoin('player', 'player.player_id', 'ticket.player_id')
    .select([
      'ticket.player_id',
      'ticket.ticket_id',
      'ticket.number',
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

const claim = insertNewRow(answeredTicketTable);

// The index answered_ticket_skipped has this condition and order.
const unanswered = statement<{ answerId: string; after: string; limit: number }>()((db, { answerId, after, limit }) =>
  db
    .selectFrom('answered_ticket')
    .select(['ticket_id', sql<AnswerSkip>`skipped`.as('reason')])
    .where('answer_id', '=', answerId)
    .where('skipped', 'is not', null)
    .where('ticket_id', '>', after)
    .orderBy('ticket_id')
    .limit(limit),
);

// By the known issue, because a ticket may belong to another player than its id says.
const subjects = statement<{ knownIssueId: string; ticketIds: string }>()((db, { knownIssueId, ticketIds }) =>
  db
    .selectFrom('ticket')
    .select(['ticket_id', 'subject'])
    .where('known_issue_id', '=', knownIssueId)
    .where('ticket_id', 'in', textsInJson(db, ticketIds)),
);

export const knownIssueAnswers = (db: Executor) => ({
  insert: (answer: StoredIssueAnswer) => db.run(insert, toRow(answer)),
  /** Newest first. */
  ofKnownIssue: async (id: string) => (await db.all(ofKnownIssue, { known_issue_id: id })).map(fromRow),
  /** Answers of a project that are not completely sent. */
  countOpen: async (projectId: string) => (await db.one(countOpen, { projectId }))?.count ?? 0,
  /** The most overdue answer of the next project after this id. '': from the first. */
  due: async (now: number, after: string) => fromRowIfAny(await db.one(due, { now, after })),
  byId: async (id: string) => fromRowIfAny(await db.one(byId, { answer_id: id })),
  lock: async (id: string) => fromRowIfAny(await db.one(lock, { answer_id: id })),
  setProgress: (progress: Progress) => db.run(setProgress, progress),
  /**
   * Stops unfinished answers of a member or key, except in kept projects (null: all), and of the
   * keys that it created. Waits for the tickets that are being sent now.
   */
  stop: (creatorId: string, keptProjects: readonly string[] | null) =>
    db.run(stop, { creatorId, keptProjects: keptProjects && JSON.stringify(keptProjects) }),
  removeOfKnownIssue: (id: string) => db.run(removeOfKnownIssue, { known_issue_id: id }),
  linked: (request: Linked) => db.all(linked, request),
  unanswered: (answerId: string, after: string, limit: number) => db.all(unanswered, { answerId, after, limit }),
  /** Of those that are linked. */
  async subjects(knownIssueId: string, ticketIds: readonly string[]): Promise<(id: string) => string | null> {
    const ids = { knownIssueId, ticketIds: JSON.stringify(ticketIds) };
    const rows = ticketIds.length === 0 ? [] : await db.all(subjects, ids);
    const byId = new Map(rows.map(({ ticket_id, subject }) => [ticket_id, subject]));
    return (id) => byId.get(id) ?? null;
  },
  /** Notes that the ticket gets an answer, or why not. False: already noted. */
  claim: async (row: AnsweredTicketRow) => (await db.run(claim, row)) > 0,
});

/** A linked ticket, with what decides whether it gets the answer. */
export type LinkedTicket = Awaited<ReturnType<ReturnType<typeof knownIssueAnswers>['linked']>>[number];
