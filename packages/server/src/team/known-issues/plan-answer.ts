import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import {
  MAX_ANSWER_SAMPLES,
  MAX_TICKETS_PER_ANSWER,
  MAX_UNANSWERED_TICKETS,
  SAMPLES_OF_ONE_TEXT,
} from '@player-support/contract/limits';
import type { AnswerPreview, PreviewAnswerRequest, UnansweredTicket } from '@player-support/contract/team/known-issues';
import type { Texts } from '@player-support/contract/team/localized-texts';
import {
  unknownForError,
  usesFallback,
  type Variable,
  variablesIn,
  variableValues,
} from '@player-support/contract/variables';
import type { Static } from 'typebox';
import { parseContext } from '../../domain/context.ts';
import { inTurns } from '../../domain/in-turns.ts';
import { addSkips, answerTexts, fillAnswer, missingValues, type SkipCounts } from '../../domain/known-issue-answers.ts';
import { AppError, refuseProblems } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { LinkedTicket } from '../../store/known-issue-answers.ts';
import type { KnownIssueRow } from '../../store/tables.ts';

/** Linked tickets per statement. */
const PAGE = 500;

export const valuesOf = (
  ticket: Pick<LinkedTicket, 'ticket_id' | 'number' | 'type' | 'subject' | 'user_id' | 'player_context'>,
  author: string,
  project: string | undefined,
) => {
  const { ticket_id: id, number, type, subject, user_id, player_context } = ticket;
  const player = { userId: user_id || null, context: parseContext(player_context) };
  return variableValues({ id, number, type, subject, player }, author, project);
};

/** Shows each kind of filled text once. */
class Samples {
  readonly #ofKinds = new Map<string, AnswerPreview['samples'][number]>();
  readonly #more: AnswerPreview['samples'] = [];

  add(sample: AnswerPreview['samples'][number], hasFallback: boolean): void {
    const kind = `${sample.text} ${hasFallback}`;
    if (this.#ofKinds.size < MAX_ANSWER_SAMPLES && !this.#ofKinds.has(kind)) this.#ofKinds.set(kind, sample);
    else if (this.#more.length < SAMPLES_OF_ONE_TEXT) this.#more.push(sample);
  }

  list(): AnswerPreview['samples'] {
    return [...this.#ofKinds.values(), ...this.#more].slice(0, Math.max(SAMPLES_OF_ONE_TEXT, this.#ofKinds.size));
  }
}

/** Throws AppError `validation` for an unknown variable. */
function checkVariables(message: string, texts: Texts): void {
  const fields = [['message', message], ...Object.entries(texts).map(([locale, text]) => [`texts.${locale}`, text])];
  const problems: FieldProblems = {};
  for (const [field = '', text = ''] of fields) {
    const { unknown } = variablesIn(text);
    if (unknown.length === 0) continue;
    problems[field] = [fieldProblem('unknown-variables', { variables: unknownForError(unknown) })];
  }
  refuseProblems(problems);
}

/**
 * Finds what an answer to all linked tickets would do now. Throws AppError `validation` for an
 * unknown variable, `answer-refused` for too many tickets.
 */
export async function planAnswer(
  { store, config, expensiveReads }: Pick<Available, 'store' | 'config' | 'expensiveReads'>,
  { body, caller, now }: Pick<Call<'team', Static<typeof PreviewAnswerRequest>>, 'body' | 'caller' | 'now'>,
  issue: KnownIssueRow,
) {
  const { message, texts = {} } = body;
  checkVariables(message, texts);
  const project = await store.projects.byId(issue.project_id);
  const textFor = answerTexts(message, texts);
  let tickets = 0;
  let receivers = 0;
  let skips: SkipCounts = {};
  /** Tickets without a value for the variable. */
  const missing = new Map<Variable, number>();
  const samples = new Samples();
  const languages = new Map<string, AnswerPreview['languages'][number]>();
  /** Only the first. */
  const unanswered: UnansweredTicket[] = [];
  let after = '';
  const look = (ticket: LinkedTicket) => {
    const values = valuesOf(ticket, caller.name, project?.name);
    const { language, locale, template } = textFor(values['player.locale']);
    const filled = fillAnswer(template, ticket, values, config.messagesPerTicket);
    if ('text' in filled) {
      receivers++;
      const key = `${language} ${locale}`;
      languages.set(key, { locale: language, text: locale, tickets: (languages.get(key)?.tickets ?? 0) + 1 });
      samples.add({ ticketId: ticket.ticket_id, message: filled.text, text: locale }, usesFallback(template, values));
      return;
    }
    skips = addSkips(skips, filled.skip, 1);
    if (unanswered.length < MAX_UNANSWERED_TICKETS) {
      unanswered.push({ ticketId: ticket.ticket_id, subject: values['ticket.subject'], reason: filled.skip });
    }
    if (filled.skip !== 'value') return;
    for (const name of missingValues(template, values)) missing.set(name, (missing.get(name) ?? 0) + 1);
  };
  for (;;) {
    // Each page is its own read, so that others get turns. Long messages with many variables cost
    // more than the read, so that counts too.
    const page = await expensiveReads.run(caller, async () => {
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
    if (last === undefined || page.length < PAGE) {
      // Most tickets first.
      const byTickets = [...languages.values()].sort((a, b) => b.tickets - a.tickets);
      return { tickets, receivers, languages: byTickets, skips, unanswered, missing, samples: samples.list() };
    }
    after = last.ticket_id;
  }
}
