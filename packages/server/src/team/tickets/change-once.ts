import type { TicketStatus } from '@player-support/contract/enums';
import type { Config } from '../../config/config.ts';
import type { AuditDetails } from '../../operations/audit-details.ts';
import { record } from '../../operations/audited.ts';
import type { ContextWith } from '../../operations/context.ts';
import { lockTicket, receiptKeeperOf } from '../../operations/find-ticket.ts';
import { isRepeated } from '../../operations/idempotency.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';
import type { TicketToChange } from '../../store/tickets.ts';
import { ticketDetails } from './ticket-details.ts';

type Part = '' | '/merge' | '/unmerge' | '/replies' | '/notes';

/** Scopes an Idempotency-Key to the ticket's URL and the caller: members can use the same key. */
export function requestOn(ticket: TicketRow, part: Part, call: Call<'team'>, config: Config) {
  const path = `/api/v1/team/tickets/${ticket.ticket_id}${part} ${call.caller.id}`;
  return { call, config, keeper: receiptKeeperOf(ticket), path };
}

/**
 * Locks a ticket, changes it unless the request is repeated, and reads it. `change` returns what
 * the audit log says, or undefined if nothing changes. `noticeFor`: the status whose notice texts
 * come with the ticket.
 */
export async function changeOnce(
  call: Call<'team', unknown, { readonly ticketId: string }>,
  context: ContextWith<'attachments' | 'forms'>,
  part: Part,
  noticeFor: TicketStatus | undefined,
  change: (tx: Transaction, ticket: TicketToChange) => Promise<AuditDetails | undefined>,
) {
  const { store, config, live } = context;
  const { body, details } = await store.transaction(async (tx) => {
    const ticket = await lockTicket(tx, call.caller, call.params.ticketId, noticeFor);
    const { ticket_id: target, project_id: projectId } = ticket;
    const isRepeat = await isRepeated(requestOn(ticket, part, call, config), tx);
    const details = isRepeat ? undefined : await change(tx, ticket);
    if (details !== undefined) await record(tx, call, { target, projectId, details });
    return { body: await ticketDetails(tx, call, target, context), details };
  });
  const changed = details === undefined ? [] : [body.id, ...(details.ticketIds ?? [])];
  for (const id of changed) live.ticketChanged(body.projectId, id);
  return { response: { status: 200, body }, isChanged: details !== undefined } as const;
}
