import { QuestionsResponse } from '@player-support/contract/player-extensions';
import { oldestQuestion } from '../domain/questions.ts';
import { iso } from '../domain/time.ts';
import { strongEtag } from '../operations/etag.ts';
import { jsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';

export const listQuestions = operation({
  id: 'ListQuestions',
  tag: 'Known issues',
  summary: 'List the questions to the player',
  description:
    'When the player has a build that fixes the problem of a ticket, the server asks whether it is fixed. The inbox has a message of the type `ticket_status` with the question in words. Get this list when such a message is new, and show two buttons for AnswerQuestion. A question ends when its message leaves the inbox.',
  method: 'GET',
  url: '/api/v1/player/questions',
  auth: 'player',
  limits: ['read'],
  sheds: 'read',
  success: { status: 200, schema: QuestionsResponse },

  readWithSession: ({ caller, now }, { store, config }) =>
    store.fixQuestions.openOf(caller, oldestQuestion(config, now)),

  async handle({ data }) {
    const body = jsonText<QuestionsResponse>({
      questions: data.map(([ticketId, messageId, build, askedAt, subject]) => ({
        ticketId,
        messageId,
        subject,
        build,
        askedAt: iso(askedAt),
      })),
    });
    return { status: 200, body, headers: { etag: strongEtag(body), 'cache-control': 'private, no-cache' } };
  },
});
