import { MAX_ANSWER_SAMPLES, MAX_TICKETS_PER_ANSWER } from '@player-support/contract/limits';
import {
  parseTemplate,
  unknownForError,
  type Variable,
  variablesIn,
  variableValues,
} from '@player-support/contract/variables';
import { addSkips, fillAnswer, missingValues, type SkipCounts } from '../../domain/answer-to-tickets.ts';
import { parseContext } from '../../domain/context.ts';
import { inTurns } from '../../domain/in-turns.ts';
import { AppError } from '../../errors.ts';
import type { Service } from '../../operations/service.ts';
import type { LinkedTicket } from '../../store/known-issue-answers.ts';
import type { KnownIssueRow } from '../../store/tables.ts';

/** Linked tickets that are read in one statement. */
const PAGE = 500;

interface Plan {
  readonly tickets: number;
  readonly receivers: number;
  readonly skips: SkipCounts;
  /** How many tickets have no value for a variable of the message. */
  readonly missing: ReadonlyMap<Variable, number>;
  readonly samples: readonly { readonly ticketId: string; readonly message: string }[];
}

interface PlannedAnswer {
  readonly issue: KnownIssueRow;
  readonly message: string;
  readonly author: { readonly id: string; readonly name: string };
  readonly now: number;
}

/** The values of the variables for a ticket. */
export const valuesOf = (
  ticket: Pick<LinkedTicket, 'ticket_id' | 'type' | 'subject' | 'user_id' | 'player_context'>,
  author: string,
  project: string | undefined,
) =>
  variableValues(
    {
      id: ticket.ticket_id,
      type: ticket.type,
      subject: ticket.subject,
      player: { userId: ticket.user_id, context: parseContext(ticket.player_context) },
    },
    author,
    project,
  );

/**
 * What an answer to all tickets of a known issue would do now. It reads all of them.
 *
 * @throws AppError `validation` for an unknown variable, `answer-refused` if there are too many
 *   tickets
 */
export async function planAnswer(
  { store, config, expensiveReads }: Pick<Service, 'store' | 'config' | 'expensiveReads'>,
  { issue, message, author, now }: PlannedAnswer,
): Promise<Plan> {
  const { unknown } = variablesIn(message);
  if (unknown.length > 0) {
    throw new AppError('validation', { errors: { message: [`Has unknown variables: ${unknownForError(unknown)}.`] } });
  }
  const project = await store.projects.byId(issue.project_id);
  const template = parseTemplate(message);
  let tickets = 0;
  let receivers = 0;
  let skips: SkipCounts = {};
  const missing = new Map<Variable, number>();
  const samples: { ticketId: string; message: string }[] = [];
  let after = '';
  const look = (ticket: LinkedTicket) => {
    const values = valuesOf(ticket, author.name, project?.name);
    const filled = fillAnswer(template, ticket, values, config.messagesPerTicket);
    if ('text' in filled) {
      receivers++;
      if (samples.length < MAX_ANSWER_SAMPLES) samples.push({ ticketId: ticket.ticket_id, message: filled.text });
      return;
    }
    skips = addSkips(skips, filled.skip, 1);
    if (filled.skip !== 'value') return;
    for (const name of missingValues(template, values)) missing.set(name, (missing.get(name) ?? 0) + 1);
  };
  for (;;) {
    // Each page is a read of its own, so that others can go between them. A long message with many
    // variables costs more than the read, so that counts too.
    const page = await expensiveReads.run(author.id, async () => {
      const linked = { knownIssueId: issue.known_issue_id, until: now, after, limit: PAGE };
      const rows = await store.knownIssueAnswers.linked(linked);
      if (tickets + rows.length <= MAX_TICKETS_PER_ANSWER) await inTurns(rows, look);
      return rows;
    });
    tickets += page.length;
    if (tickets > MAX_TICKETS_PER_ANSWER) {
      const detail = `An answer goes to at most ${MAX_TICKETS_PER_ANSWER} tickets. Link some of them to another known issue.`;
      throw new AppError('answer-refused', { detail });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return { tickets, receivers, skips, missing, samples };
    after = last.ticket_id;
  }
}
