import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { MAX_HELD_PER_REQUEST } from '@player-support/contract/limits';
import type { HeldTicketsRequest } from '@player-support/contract/team/held-tickets';
import { parseDateTime } from '../../domain/time.ts';
import { refuseProblems } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import type { Context } from '../../operations/context.ts';
import { lockTicketIfAny } from '../../operations/find-ticket.ts';
import type { Call } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';

type HeldCall = Call<'team', HeldTicketsRequest, { readonly projectId: string }>;

/** Selects by id, perhaps not held now, or by time and text. Throws AppError `validation`. */
async function selectionOf({ store }: Context, { caller, params, body }: HeldCall) {
  const { ticketIds, until, textKey } = body;
  const problems: FieldProblems = {};
  const time = until === undefined ? undefined : parseDateTime(until);
  if (until !== undefined && time === undefined) problems.until = [fieldProblem('invalid-date-time')];
  if ((ticketIds === undefined) === (until === undefined)) problems.ticketIds = [fieldProblem('held-tickets-choice')];
  if (textKey !== undefined && until === undefined) problems.textKey = [fieldProblem('until-needed')];
  refuseProblems(problems);
  const { project_id: projectId } = await findProject(store, caller, params.projectId);
  const read = async (limit: number) => {
    if (ticketIds !== undefined) return [...new Set(ticketIds)].sort().slice(0, limit);
    const rows = await store.heldTickets.some({ projectId, until: time ?? 0, textKey, limit });
    return rows.map(({ ticket_id }) => ticket_id).sort();
  };
  return { projectId, read };
}

/**
 * Changes at most MAX_HELD_PER_REQUEST in one transaction. Skips those no longer held. `kept`: held,
 * but not selected now. Throws AppError `validation` or `not-found`.
 */
export async function changeHeldTickets(
  call: HeldCall,
  context: Context,
  change: (tx: Transaction, ticket: TicketRow) => Promise<'changed' | 'kept'>,
) {
  const { store, live } = context;
  const { projectId, read } = await selectionOf(context, call);
  // Without a lock. Ids begin with the player's, so players are locked in order.
  const ids = await read(MAX_HELD_PER_REQUEST);
  const { changed, kept } = await store.transaction(async (tx) => {
    const done = { changed: [] as string[], kept: [] as string[] };
    for (const id of ids) {
      const ticket = await lockTicketIfAny(tx, call.caller, id);
      if (ticket?.status !== 'held' || ticket.project_id !== projectId) continue;
      done[await change(tx, ticket)].push(id);
    }
    const ticketIds = listOrNone(done.changed);
    const keptTicketIds = listOrNone(done.kept);
    if (ticketIds !== undefined || keptTicketIds !== undefined) {
      await record(tx, call, { target: projectId, projectId, details: { ticketIds, keptTicketIds } });
    }
    return done;
  });
  // Kept tickets moved to another known text.
  const [ticketId, ...others] = [...changed, ...kept];
  if (ticketId !== undefined) live.ticketChanged(projectId, others.length === 0 ? ticketId : null);
  const isByTime = call.body.ticketIds === undefined;
  const more = isByTime && ids.length === MAX_HELD_PER_REQUEST && (await read(1)).length > 0;
  return { status: 200, body: { tickets: changed, more } } as const;
}

const listOrNone = (ids: readonly string[]) => (ids.length > 0 ? ids : undefined);
