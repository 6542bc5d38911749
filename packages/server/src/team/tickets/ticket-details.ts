import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { presentFiles } from '../../attachments/attachments.ts';
import { presentAnswers } from '../../domain/answers.ts';
import { parseContext } from '../../domain/context.ts';
import type { Available } from '../../operations/context.ts';
import { findConversation } from '../../operations/find-ticket.ts';
import type { Call } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import type { Stores } from '../../store/store.ts';
import { findPlayer } from '../players/find-player.ts';
import { presentPlayer } from '../players/present-player.ts';
import { presentEvent, presentMerge, presentMessage, presentTicket } from './present-ticket.ts';

/** Reads a ticket with player, contexts, messages and history. Throws AppError `not-found`. */
export async function ticketDetails(
  stores: Stores,
  { caller, now }: Pick<Call<'team'>, 'caller' | 'now'>,
  ticketId: string,
  { attachments, forms }: Pick<Available, 'attachments' | 'forms'>,
): Promise<TeamTicketResponse> {
  const { ticket, others, messages, files } = await findConversation(stores, caller, ticketId);
  const player = await findPlayer(stores, caller, ticket.player_id);
  const project = await findProject(stores, caller, ticket.project_id);
  const events = await stores.ticketEvents.ofTicket(ticket.player_id, ticket.ticket_id);
  const { form_version: version, known_issue_id: knownIssueId } = ticket;
  const knownIssue = knownIssueId === null ? undefined : await stores.knownIssues.byId(knownIssueId);
  const form = version === null ? [] : ((await forms.one(stores, ticket.project_id, ticket.type, version)) ?? []);
  const filesOf = presentFiles(attachments, files, now);
  const target = ticket.merged_into === null ? undefined : others[0];
  return {
    ...presentTicket({ ...ticket, user_id: player.user_id, known_issue_title: knownIssue?.title ?? null }, [project]),
    player: presentPlayer(player),
    context: parseContext(ticket.context),
    answers: presentAnswers(form, ticket),
    messages: messages.map((message) => presentMessage(message, filesOf.get(message.message_id) ?? [])),
    merge: target === undefined ? null : presentMerge(target, ticket.merged_at),
    mergedTickets: ticket.merged_into === null ? others.map((source) => presentMerge(source, source.merged_at)) : [],
    events: events.map(presentEvent),
  };
}
