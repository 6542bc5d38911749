import type { FieldProblems } from '@player-support/contract/field-problems';
import { CreateTicketRequest, CreateTicketResponse } from '@player-support/contract/player';
import { checkAnswers, type StoredAnswers } from '../domain/answers.ts';
import { parseContext, serializeContext } from '../domain/context.ts';
import { newId, newTicketId } from '../domain/ids.ts';
import { textKey } from '../domain/known-texts.ts';
import { hasHistory } from '../domain/project.ts';
import { buildKeyOf } from '../domain/radar/series.ts';
import { afterCreate, afterHold } from '../domain/ticket-transitions.ts';
import { iso } from '../domain/time.ts';
import { AppError, refuseProblems } from '../errors.ts';
import { countTicket } from '../limits/flood-limits.ts';
import { requireOwnProject } from '../operations/callers.ts';
import type { Available } from '../operations/context.ts';
import { parseJsonText } from '../operations/json-text.ts';
import { makeRoomForTicket } from '../operations/make-room-for-ticket.ts';
import { operation } from '../operations/operation.ts';
import { withToken } from '../operations/with-token.ts';
import type { Receipt } from '../store/idempotency.ts';
import type { Transaction } from '../store/store.ts';
import { MAX_INTEGER } from '../store/table.ts';
import { writeMessage } from './write-message.ts';

export const createTicket = operation({
  id: 'CreateTicket',
  tag: 'Tickets',
  summary: 'Create a ticket',
  description: 'The ticket begins with a message of the player.',
  method: 'POST',
  url: '/api/v1/tickets',
  auth: 'player',
  limits: ['create', 'createHour'],
  body: CreateTicketRequest,
  idempotent: true,
  needs: ['activePlayers', 'forms', 'limits', 'stormWatch'],
  success: { status: 201, schema: CreateTicketResponse },

  async handle(call, { store, config, limits, live, forms, stormWatch, activePlayers }) {
    const { caller, body, now } = call;
    const { session } = caller;
    const projectId = caller.project.project_id;
    requireOwnProject(caller, body.projectPublicKey);
    const playerId = session.player_id;
    const ticketId = newTicketId(playerId, now);
    const form = await checkFormAnswers({ store, forms }, projectId, body);
    const response = { ticketId, status: 'open' as const, createdAt: iso(now), ...form.response };

    const refund = countTicket(limits, { ...caller, address: call.client().address, now });
    let closedOthers = false;
    const isHeld = caller.project.holding_since !== null && !hasHistory(session, now);
    const { state, openTicketsChange } = isHeld ? afterHold() : afterCreate(now);
    const context = serializeContext(body.context);
    const { type, subject, message } = body;
    const ticket = {
      player_id: playerId,
      ticket_id: ticketId,
      project_id: projectId,
      type,
      subject,
      message_id: newId('message', now),
      message,
      ...state,
      ...form.stored,
      text_key: isHeld ? textKey(message) : undefined,
      // An attack's tickets must not look like a problem of a build.
      radar: isHeld ? undefined : buildKeyOf(parseContext(context ?? session.context)),
      created_at: now,
    };
    const write = async (tx: Transaction) => {
      refuseProblems(form.problems ?? {});
      const changed = await tx.players.recordTicket({ playerId, openTicketsChange, context, now });
      const player = await withToken(tx, session, changed);
      if (player.blocked !== 0) throw new AppError('player-blocked');
      const openTickets = player.open_tickets - openTicketsChange;
      const closed = await makeRoomForTicket(tx, { playerId, openTickets, now });
      if (closed === undefined) throw new AppError('open-ticket-limit');
      closedOthers = closed > 0;
      await tx.tickets.open({ ...ticket, context: player.context });
      return { ticketId, messageId: ticket.message_id };
    };
    // Wrong answers need a transaction, which finds repeated requests.
    const inOneStatement = async (receipt: Receipt | undefined) =>
      form.problems === undefined &&
      store.withTicketNumber(projectId, (number) =>
        store.playerWrites.openTicket({ ticket: { ...ticket, context, number }, openTicketsChange, session, receipt }),
      );
    const toWrite = { path: '/api/v1/tickets', response, ticketId, inOneStatement, write };
    const { text, changedId } = await writeMessage(call, { store, config }, toWrite).catch((error) => {
      refund();
      throw error;
    });
    const { ticketId: created } = parseJsonText(text);
    if (changedId === undefined) refund();
    else if (isHeld && !closedOthers) live.ticketHeld(projectId);
    else live.ticketChanged(projectId, closedOthers ? null : changedId);
    if (changedId !== undefined && !isHeld) {
      stormWatch.ticketCreated(caller, now);
      activePlayers.note({ ...session, context: context ?? session.context }, now);
    }
    return { status: 201, body: text, headers: { location: `/api/v1/tickets/${created}` } };
  },
});

interface FormOfTicket {
  /** Undefined: no such version, or a wrong answer. */
  readonly stored?: { readonly form_version: number } & StoredAnswers;
  readonly problems?: FieldProblems;
  /** Empty if the client does not use forms. */
  readonly response: { readonly formVersion?: number | null };
}

/**
 * Checks answers against the request's form version. Without an existing one they are ignored: old
 * builds must not be refused.
 */
async function checkFormAnswers(
  { store, forms }: Pick<Available, 'store' | 'forms'>,
  projectId: string,
  { type, formVersion, fields }: { readonly type: string; readonly formVersion?: unknown; readonly fields?: unknown },
): Promise<FormOfTicket> {
  if (formVersion === undefined) return { response: {} };
  const isVersion = Number.isInteger(formVersion) && Number(formVersion) > 0 && Number(formVersion) <= MAX_INTEGER;
  const form = isVersion ? await forms.one(store, projectId, type, Number(formVersion)) : undefined;
  if (form === undefined) return { response: { formVersion: null } };
  const version = Number(formVersion);
  const response = { formVersion: version };
  const checked = checkAnswers(form, fields);
  return 'problems' in checked
    ? { problems: checked.problems, response }
    : { stored: { form_version: version, ...checked.stored }, response };
}
