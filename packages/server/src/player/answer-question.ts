import { AnswerQuestionRequest, AnswerQuestionResponse } from '@player-support/contract/player-extensions';
import { playerOfTicket } from '../domain/ids.ts';
import { oldestQuestion } from '../domain/questions.ts';
import { afterFixedAnswer, shownStatus } from '../domain/ticket-transitions.ts';
import { AppError } from '../errors.ts';
import { operation } from '../operations/operation.ts';
import { withToken } from '../operations/with-token.ts';
import type { Transaction } from '../store/store.ts';
import type { TicketToChange } from '../store/tickets.ts';

export const answerQuestion = operation({
  id: 'AnswerQuestion',
  tag: 'Known issues',
  summary: 'Say whether the problem of a ticket is fixed',
  description:
    'A yes closes the ticket. A no opens it again, and it waits for the team. The same answer again changes nothing. A yes can become a no; after a no, the player can only reply to the ticket. A question ends when its message leaves the inbox, or when the ticket is no longer linked to its known issue: then this gets 404.',
  method: 'POST',
  url: '/api/v1/player/tickets/:ticketId/fixed',
  auth: 'player',
  limits: ['reply'],
  body: AnswerQuestionRequest,
  success: { status: 200, schema: AnswerQuestionResponse },
  failures: [409],

  async handle({ caller, params, body: { fixed }, now }, { store, live, config }) {
    const { ticketId } = params;
    const playerId = caller.session.player_id;
    // Other texts must not reach the database: they can be long or have any bytes.
    if (playerOfTicket(ticketId) === undefined) throw new AppError('not-found');
    const answer = fixed ? 'yes' : 'no';
    const { status, changed } = await store.transaction(async (tx) => {
      const player = await withToken(tx, caller.session, await tx.players.lock(playerId));
      if (player.blocked !== 0) throw new AppError('player-blocked');
      const ticket = await tx.tickets.toChange(playerId, ticketId, null);
      // As in the list: not about an earlier known issue of the ticket.
      const question = ticket && (await questionAbout(tx, ticket));
      const isOpen = question !== undefined && question.asked_at >= oldestQuestion(config, now);
      if (!isOpen || ticket === undefined) throw new AppError('not-found');
      if (question.answer === 'no' && fixed) throw new AppError('question-answered');
      const target = await targetOf(tx, ticket);
      if (question.answer === answer) return { status: target.status, changed: [] };
      await tx.fixQuestions.setAnswer(question, answer, now);
      await tx.ticketEvents.add({ ticket, kind: 'fixed', from: question.build, to: answer, actor: null, now });
      // A yes about a merged ticket says nothing about the other one.
      const transition = fixed && target !== ticket ? undefined : afterFixedAnswer(target, fixed, now);
      if (transition !== undefined) await tx.statusChanges.apply({ ticket: target, transition, actor: null, now });
      return { status: transition?.state.status ?? target.status, changed: [ticketId, target.ticket_id] };
    });
    for (const id of new Set(changed)) live.ticketChanged(caller.project.project_id, id);
    if (changed.length > 0) live.knownIssueCounted();
    return { status: 200, body: { ticketId, fixed, status: shownStatus(status) } };
  },
});

async function questionAbout({ fixQuestions }: Pick<Transaction, 'fixQuestions'>, ticket: TicketToChange) {
  const { player_id, ticket_id, known_issue_id } = ticket;
  return known_issue_id === null ? undefined : fixQuestions.byKey({ player_id, ticket_id, known_issue_id });
}

/** The ticket, or the one that it is merged into. */
async function targetOf({ tickets }: Pick<Transaction, 'tickets'>, ticket: TicketToChange): Promise<TicketToChange> {
  const { player_id, merged_into: into } = ticket;
  return (into === null ? undefined : await tickets.toChange(player_id, into, null)) ?? ticket;
}
