import type { NoteResponse, ReplyResponse } from '@player-support/contract/team/tickets';
import type { Static } from 'typebox';
import { once } from '../../operations/idempotency.ts';
import type { Answer, Call } from '../../operations/operation.ts';
import type { Service } from '../../operations/service.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';
import { record } from '../audit/audited.ts';
import { lockTicket } from './find-ticket.ts';

/**
 * Writes a reply or a note into a ticket, which is locked, with its entry in the audit log: once for each caller, ticket
 * and Idempotency-Key. @throws AppError `not-found`, `idempotency-conflict`
 */
export async function writeInTicket(
  call: Call<'team'>,
  { store, config, live }: Service,
  kind: 'replies' | 'notes',
  answer: Static<typeof NoteResponse> | Static<typeof ReplyResponse>,
  write: (tx: Transaction, ticket: TicketRow) => Promise<void>,
): Promise<Answer> {
  const { caller, params } = call;
  const { ticket, text, written } = await store.transaction(async (tx) => {
    const ticket = await lockTicket(tx, caller, params.ticketId);
    const { player_id: playerId, ticket_id: target, project_id: projectId } = ticket;
    let written = false;
    // A key is its caller's own: another member's is not to be met.
    const path = `/api/v1/team/tickets/${target}/${kind} ${caller.id}`;
    const text = await once(tx, call, config, { playerId, path }, answer, async () => {
      await write(tx, ticket);
      await record(tx, call, { target, projectId, details: { messageId: answer.messageId } });
      written = true;
    });
    return { ticket, text, written };
  });
  if (written) live.ticketChanged(ticket.project_id, ticket.ticket_id);
  return { status: 201, body: text, headers: { location: `/api/v1/team/tickets/${ticket.ticket_id}` } };
}
