import { UpdatedTicketsResponse, UpdateTicketsRequest } from '@player-support/contract/team/queue';
import type { Static } from 'typebox';
import { normalizeTags } from '../../domain/tags.ts';
import { record } from '../../operations/audited.ts';
import { lockTicketIfAny } from '../../operations/find-ticket.ts';
import { runIdempotently } from '../../operations/idempotency.ts';
import { jsonText } from '../../operations/json-text.ts';
import { operation } from '../../operations/operation.ts';
import type { TicketRow } from '../../store/tables.ts';
import type { TicketToChange } from '../../store/tickets.ts';
import { requestOn } from './change-once.ts';
import { changeTicket } from './change-ticket.ts';
import { tagsOf } from './present-ticket.ts';
import { isDone, requestedSnooze, snoozeDetail } from './requested-snooze.ts';

type Answer = Static<typeof UpdatedTicketsResponse>;

/** For a ticket that the first request did not snooze. */
const NOT_SNOOZED = 'notSnoozed';

export const updateTickets = operation({
  id: 'UpdateTickets',
  tag: 'Tickets',
  summary: 'Update several tickets in one request',
  description:
    'The request updates all tickets that it finds, or none if a value is not valid. `notFound` lists ids that it does not find. `merged` lists tickets that it finds but does not change, because they are merged into others. `held` lists tickets that it does not change because they are held. `notSnoozed` lists tickets that it does not snooze because they are resolved or closed; it does not change them.',
  method: 'PATCH',
  url: '/api/v1/team/tickets',
  auth: 'team',
  role: 'agent',
  body: UpdateTicketsRequest,
  idempotent: true,
  audited: true,
  success: { status: 200, schema: UpdatedTicketsResponse },

  async handle(call, { store, config, live }) {
    const { body, caller, now } = call;
    const { ticketIds, status, assigneeId, priority, knownIssueId } = body;
    const add = normalizeTags(body.addTags ?? []);
    const remove = normalizeTags(body.removeTags ?? []);
    const snooze = requestedSnooze(body, now);
    // Ids begin with the player's, so players are locked in order.
    const ids = [...new Set(ticketIds)].sort();

    const { answer, changed } = await store.transaction(async (tx) => {
      const answer: Answer = { updated: [], notFound: [], merged: [], held: [], notSnoozed: [] };
      const changed: TicketRow[] = [];
      const update = async (ticket: TicketToChange) => {
        const refuses = snooze ? isDone(ticket) : false;
        const work = async () => {
          if (refuses) return;
          const tags = normalizeTags([...tagsOf(ticket.tags).filter((tag) => !remove.includes(tag)), ...add]);
          const values = { status, snooze, assigneeId, priority, tags, knownIssueId };
          if (await changeTicket(tx, call, ticket, values, 'addTags')) changed.push(ticket);
        };
        // A repeat gets the first answer, also if the ticket was reopened since.
        const request = { ...requestOn(ticket, '', call, config), response: refuses ? NOT_SNOOZED : '' };
        const first = await runIdempotently(request, { tx, work });
        return first.text === jsonText(NOT_SNOOZED) ? answer.notSnoozed : answer.updated;
      };
      for (const id of ids) {
        const ticket = await lockTicketIfAny(tx, caller, id, status);
        if (ticket === undefined) answer.notFound.push(id);
        else if (ticket.merged_into !== null) answer.merged.push(id);
        else if (ticket.status === 'held') answer.held.push(id);
        else (await update(ticket)).push(id);
      }
      const changedIds = changed.map(({ ticket_id }) => ticket_id);
      const triage = { status, assigneeId, priority, addTags: add, removeTags: remove, knownIssueId };
      const details = { ticketIds: changedIds, ...triage, snooze: snoozeDetail(snooze) };
      if (changed.length > 0) await record(tx, call, { details });
      return { answer, changed };
    });
    for (const { project_id, ticket_id } of changed) live.ticketChanged(project_id, ticket_id);
    // Its number of tickets.
    if (changed.length > 0 && knownIssueId !== undefined) live.settingsChanged('known-issues');
    return { status: 200, body: answer };
  },
});
