import {
  ANSWER_DELAY_SECONDS,
  MAX_ANSWERS,
  MAX_OPEN_ANSWERS,
  MAX_TICKETS_PER_ANSWER,
} from '@player-support/contract/limits';
import { AnswerKnownIssueRequest, KnownIssueAnswer } from '@player-support/contract/team/known-issues';
import { inBraces } from '@player-support/contract/variables';
import { newId } from '../../domain/ids.ts';
import { SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { created, operation } from '../../operations/operation.ts';
import type { StoredIssueAnswer } from '../../store/known-issue-answers.ts';
import { storedTexts } from '../macros/macro-content.ts';
import { findKnownIssue, lockKnownIssue } from './find-known-issue.ts';
import { planAnswer } from './plan-answer.ts';
import { presentAnswer } from './present-known-issue.ts';

export const answerKnownIssue = operation({
  id: 'AnswerKnownIssue',
  tag: 'Known issues',
  summary: 'Answer all tickets of a known issue',
  description: `Each linked ticket gets the message as a reply, in the language of its player and with its own values for the variables. The status of each ticket changes, and a snooze ends. Some tickets get none: see \`skipped\` in the response, and ListUnansweredTickets. The server begins after \`startsInSeconds\`; CancelAnswer stops it. At most ${MAX_TICKETS_PER_ANSWER} tickets, one unfinished answer for a known issue, and ${MAX_OPEN_ANSWERS} for a project. A request that repeats an Idempotency-Key gets the answer as it is now.`,
  method: 'POST',
  url: '/api/v1/team/known-issues/:knownIssueId/answers',
  auth: 'team',
  role: 'agent',
  body: AnswerKnownIssueRequest,
  idempotent: true,
  audited: true,
  needs: ['expensiveReads', 'limits'],
  success: { status: 201, schema: KnownIssueAnswer },

  async handle(call, context) {
    const { body, caller, params, now, idempotencyKey } = call;
    const { store, limits, live } = context;
    const { message, status = 'pending', skipMissing = false, startsInSeconds = ANSWER_DELAY_SECONDS } = body;
    const texts = storedTexts(body.texts);
    const issue = await findKnownIssue(store, caller, params.knownIssueId);
    const { known_issue_id: knownIssueId, project_id: projectId } = issue;
    const location = `/api/v1/team/known-issues/${knownIssueId}`;
    const first = (rows: readonly StoredIssueAnswer[]) => {
      if (idempotencyKey === undefined) return undefined;
      const row = rows.find((one) => one.idempotency_key === idempotencyKey && one.author_id === caller.id);
      if (row === undefined) return undefined;
      const isSame = row.message === message && row.texts === texts && row.status === status;
      if (!isSame) throw new AppError('idempotency-conflict');
      return row;
    };
    const repeated = first(await store.knownIssueAnswers.ofKnownIssue(knownIssueId));
    if (repeated !== undefined) return created(location, presentAnswer(repeated));

    limits.consumeByCaller('answerAll', caller);
    const { tickets, receivers, missing } = await planAnswer(context, call, issue);
    if (missing.size > 0 && !skipMissing) {
      throw new AppError('values-missing', {
        detail: `Some tickets have no value for ${inBraces([...missing.keys()])}. Leave them out with skipMissing: true, or change the text.`,
      });
    }
    if (receivers === 0) throw refused('No ticket would get this answer.');

    const { answer, isNew } = await store.transaction(async (tx) => {
      await lockKnownIssue(tx, caller, knownIssueId);
      const answers = await tx.knownIssueAnswers.ofKnownIssue(knownIssueId);
      const before = first(answers);
      if (before !== undefined) return { answer: before, isNew: false };
      if (answers.some(({ state }) => state === 'waiting' || state === 'sending')) {
        throw refused('Another answer to this known issue is being sent. Wait for it, or cancel it.');
      }
      if (answers.length >= MAX_ANSWERS) throw refused(`A known issue has at most ${MAX_ANSWERS} answers.`);
      if ((await tx.knownIssueAnswers.countOpen(projectId)) >= MAX_OPEN_ANSWERS) {
        throw refused(`${MAX_OPEN_ANSWERS} answers of this project are being sent. Wait for one of them.`);
      }
      const answer: StoredIssueAnswer = {
        answer_id: newId('answer', now),
        known_issue_id: knownIssueId,
        project_id: projectId,
        message,
        texts,
        status,
        state: 'waiting',
        send_at: now + startsInSeconds * SECOND,
        tickets,
        sent: 0,
        skipped: '{}',
        sent_until: '',
        author_id: caller.id,
        author_name: caller.name,
        idempotency_key: idempotencyKey ?? null,
        created_at: now,
      };
      await tx.knownIssueAnswers.insert(answer);
      const details = { answerId: answer.answer_id, status, tickets: receivers };
      await record(tx, call, { target: knownIssueId, projectId, details });
      return { answer, isNew: true };
    });
    if (isNew) live.settingsChanged('known-issues');
    return created(location, presentAnswer(answer));
  },
});

const refused = (detail: string) => new AppError('answer-refused', { detail });
