import type { TicketStatus } from '@player-support/contract/enums';
import { hasRole } from '../../domain/access.ts';
import { ticketFull, ticketMerged } from '../../errors.ts';
import type { AuditDetails } from '../../operations/audit-details.ts';
import { record } from '../../operations/audited.ts';
import type { Context } from '../../operations/context.ts';
import { lockTicket } from '../../operations/find-ticket.ts';
import { runIdempotently } from '../../operations/idempotency.ts';
import { type Call, created } from '../../operations/operation.ts';
import { allMessages } from '../../store/merges.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketToChange } from '../../store/tickets.ts';
import { requestOn } from './change-once.ts';

/** Up to this share of a ticket's messages, viewers add notes. */
const VIEWERS_SHARE = 0.8;

/**
 * Adds a reply or a note, once for each Idempotency-Key. The message is written even if it cannot
 * get a file: `refusedAttachments` names that. `more`: for the audit log.
 */
export async function writeInTicket<Response extends { readonly messageId: string; readonly status?: TicketStatus }>(
  call: Call<'team', { readonly attachments?: readonly string[] | null }, { readonly ticketId: string }>,
  { store, config, live }: Context,
  kind: 'replies' | 'notes',
  response: Response,
  write: (tx: Transaction, ticket: TicketToChange) => Promise<void>,
  more: AuditDetails = {},
) {
  const { caller, params, body } = call;
  const ids = [...new Set(body.attachments ?? [])];
  const { ticket, text, repeated } = await store.transaction(async (tx) => {
    const ticket = await lockTicket(tx, caller, params.ticketId, response.status);
    const { ticket_id: target, project_id: projectId, player_id: playerId } = ticket;
    const uploader = { id: caller.id, ticketId: target };
    const usable = ids.length === 0 ? [] : await tx.attachments.usable(playerId, ids, uploader);
    const refusedAttachments = ids.filter((id) => !usable.includes(id));
    const whole = ids.length === 0 ? response : { ...response, refusedAttachments };
    const work = async () => {
      if (ticket.merged_into !== null) throw ticketMerged(ticket.merged_into);
      // A viewer's notes must not end the player's conversation with agents.
      const isViewer = kind === 'notes' && !hasRole(caller, 'agent');
      const places = Math.floor(config.messagesPerTicket * (isViewer ? VIEWERS_SHARE : 1));
      if (allMessages(ticket) >= places) throw ticketFull(config, places);
      await write(tx, ticket);
      const { messageId, status } = response;
      if (usable.length > 0) await tx.attachments.bind(playerId, usable, { ticketId: target, messageId });
      const attachmentIds = usable.length > 0 ? usable : undefined;
      await record(tx, call, { target, projectId, details: { messageId, status, ...more, attachmentIds } });
    };
    const request = { ...requestOn(ticket, `/${kind}`, call, config), response: whole };
    return { ticket, ...(await runIdempotently(request, { tx, work })) };
  });
  if (!repeated) live.ticketChanged(ticket.project_id, ticket.ticket_id);
  return created(`/api/v1/team/tickets/${ticket.ticket_id}`, text);
}
