import assert from 'node:assert/strict';
import { ANSWER_DELAY_SECONDS } from '@player-support/contract/limits';
import { SECOND } from '../../src/domain/time.ts';
import { sendAnswers } from '../../src/jobs/send-answers.ts';
import { aPlayer, aTicket, type Player, type Project, team } from './builders.ts';
import type { Api, Reply, TestServer } from './harness.ts';

/** Creates known issues, links tickets to them and answers them, through the API. */

/** The id of a known issue. */
export async function aKnownIssue(server: Api, { id: projectId }: Project, fields: object = {}): Promise<string> {
  const { status, body, text } = await team(server, 'POST', '/known-issues', { projectId, title: 'Crash', ...fields });
  assert.equal(status, 201, text);
  return body.id;
}

/** Links tickets to a known issue, or to none. */
export async function link(server: Api, knownIssueId: string | null, ...ticketIds: string[]): Promise<void> {
  const { status, body, text } = await team(server, 'PATCH', '/tickets', { ticketIds, knownIssueId });
  assert.equal(status, 200, text);
  assert.equal(body.updated.length, ticketIds.length, text);
}

export interface Linked {
  readonly issueId: string;
  readonly player: Player;
  readonly ticketId: string;
}

/** A known issue with one linked ticket of a new player. */
export async function aLinkedTicket(server: Api, project: Project, fields: object = {}): Promise<Linked> {
  const issueId = await aKnownIssue(server, project);
  const player = await aPlayer(server, project, fields);
  const ticketId = await aTicket(server, player);
  await link(server, issueId, ticketId);
  return { issueId, player, ticketId };
}

/** Sends an answer. Returns the response, even a refusal. */
export const answerAll = (server: Api, issueId: string, fields: object = {}): Promise<Reply> =>
  team(server, 'POST', `/known-issues/${issueId}/answers`, { message: 'It is fixed.', ...fields });

/** The id of an answer that nobody has yet. */
export async function anAnswer(server: Api, issueId: string, fields: object = {}): Promise<string> {
  const { status, body, text } = await answerAll(server, issueId, fields);
  assert.equal(status, 201, text);
  return body.id;
}

export const cancelAnswer = (server: Api, issueId: string, answerId: string): Promise<Reply> =>
  team(server, 'POST', `/known-issues/${issueId}/answers/${answerId}/cancel`);

/** A known issue as the team sees it. */
export async function seenIssue(server: Api, issueId: string): Promise<Reply['body']> {
  const { status, body, text } = await team(server, 'GET', `/known-issues/${issueId}`);
  assert.equal(status, 200, text);
  return body;
}

/** Moves the clock until answers are due, and runs the job that sends them. */
export async function answersAreSent(
  server: TestServer,
  { stopping = (): boolean => false, messagesPerTicket = 1000 } = {},
): Promise<void> {
  server.clock.advance(ANSWER_DELAY_SECONDS * SECOND);
  const { store, live } = server;
  const config = { messagesPerTicket };
  await sendAnswers({ store, live, config, clock: () => server.clock.now, stopping });
}
