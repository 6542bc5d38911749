import assert from 'node:assert/strict';
import { ANSWER_DELAY_SECONDS } from '@player-support/contract/limits';
import { SECOND } from '../../src/domain/time.ts';
import { createAsking } from '../../src/jobs/ask-fixed.ts';
import { sendKnownIssueAnswers } from '../../src/jobs/send-known-issue-answers.ts';
import { aPlayer, aTicket, eventually, type Player, type Project, team } from './builders.ts';
import type { Api, Reply } from './call.ts';
import { executeSql } from './databases.ts';
import type { TestServer } from './harness.ts';

export async function aKnownIssue(server: Api, { id: projectId }: Project, fields: object = {}): Promise<string> {
  const { status, body, text } = await team(server, 'POST', '/known-issues', { projectId, title: 'Crash', ...fields });
  assert.equal(status, 201, text);
  return body.id;
}

/** Null: unlinks them. */
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

/** Links a new player's ticket to a new known issue. */
export async function aLinkedTicket(server: Api, project: Project, fields: object = {}): Promise<Linked> {
  const issueId = await aKnownIssue(server, project);
  const player = await aPlayer(server, project, fields);
  const ticketId = await aTicket(server, player);
  await link(server, issueId, ticketId);
  return { issueId, player, ticketId };
}

export const answerAll = (server: Api, issueId: string, fields: object = {}): Promise<Reply> =>
  team(server, 'POST', `/known-issues/${issueId}/answers`, { message: 'It is fixed.', ...fields });

/** Nobody has it yet. */
export async function anAnswer(server: Api, issueId: string, fields: object = {}): Promise<string> {
  const { status, body, text } = await answerAll(server, issueId, fields);
  assert.equal(status, 201, text);
  return body.id;
}

export const cancelAnswer = (server: Api, issueId: string, answerId: string): Promise<Reply> =>
  team(server, 'POST', `/known-issues/${issueId}/answers/${answerId}/cancel`);

export async function seenIssue(server: Api, issueId: string): Promise<Reply['body']> {
  const { status, body, text } = await team(server, 'GET', `/known-issues/${issueId}`);
  assert.equal(status, 200, text);
  return body;
}

/** Moves the clock until answers are due, and runs their job. */
export async function answersAreSent(
  server: TestServer,
  { stopping = (): boolean => false, messagesPerTicket = 1000, pageSize = 100 } = {},
): Promise<void> {
  server.clock.advance(ANSWER_DELAY_SECONDS * SECOND);
  const { store, live, elapsed } = server;
  const config = { messagesPerTicket };
  await sendKnownIssueAnswers({ store, live, elapsed, config, clock: () => server.clock.now, stopping, pageSize });
}

/** The answer cannot be undone any more, so a running server sends it. */
export const answerBegins = ({ databaseUrl }: { readonly databaseUrl: string }, issueId: string): Promise<void> =>
  executeSql(databaseUrl, `UPDATE known_issue_answer SET begins_at = 0 WHERE known_issue_id = '${issueId}'`);

export const BUILD = '2.4.2';

/** Runs the job that asks players and tells subscribers once. */
export async function playersAreAsked(server: TestServer, { limit = 100 } = {}): Promise<void> {
  const { store, live, elapsed } = server;
  await createAsking({ store, live, elapsed, clock: () => server.clock.now, limit, stopping: () => false })();
}

/** A game with this build identifies its player again. */
export async function updates({ call }: Api, player: Player, build = BUILD, locale = 'en'): Promise<Player> {
  const { installationId, project } = player;
  const context = { appVersion: build, platform: 'ios', locale };
  const body = { projectPublicKey: project.publicKey, installationId, context };
  const reply = await call('POST', '/api/v1/player/identify', { body });
  assert.equal(reply.status, 200, reply.text);
  return { ...player, token: reply.body.playerAccessToken };
}

export async function fixIn(server: Api, issueId: string, fixedInBuild = BUILD): Promise<void> {
  const reply = await team(server, 'PATCH', `/known-issues/${issueId}`, { state: 'fixed', fixedInBuild });
  assert.equal(reply.status, 200, reply.text);
}

/** The player was asked whether it is fixed. `fields`: of the player. */
export async function anAskedTicket(server: TestServer, project: Project, fields: object = {}): Promise<Linked> {
  const linked = await aLinkedTicket(server, project, { context: { appVersion: BUILD }, ...fields });
  await fixIn(server, linked.issueId);
  // The job asks nobody while another test's job has its lock.
  await eventually(async () => {
    await playersAreAsked(server);
    return (await questionsOf(server, linked.player)).length > 0;
  });
  return linked;
}

export async function anAskedTicketOf(server: TestServer, player: Player): Promise<string> {
  const ticketId = await aTicket(server, player);
  const issueId = await aKnownIssue(server, player.project);
  await link(server, issueId, ticketId);
  const context = JSON.stringify({ appVersion: BUILD });
  await server.store.transaction((tx) =>
    tx.players.recordTicket({ playerId: player.id, openTicketsChange: 0, context, now: server.clock.now }),
  );
  await fixIn(server, issueId);
  await playersAreAsked(server);
  return ticketId;
}

export const sayFixed = ({ call }: Api, { token }: Player, ticketId: string, fixed: boolean): Promise<Reply> =>
  call('POST', `/api/v1/player/tickets/${ticketId}/fixed`, { token, body: { fixed } });

export const questionsOf = async ({ call }: Api, { token }: Player): Promise<Reply['body'][]> =>
  (await call('GET', '/api/v1/player/questions', { token })).body.questions;

export const aPublicIssue = (server: Api, project: Project, fields: object = {}): Promise<string> =>
  aKnownIssue(server, project, { notes: { en: 'We know.', de: 'Das wissen wir.' }, ...fields });

/** Invented, without players. */
export const addSubscribers = ({ databaseUrl }: TestServer, issueId: string, count: number): Promise<void> =>
  executeSql(
    databaseUrl,
    `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      INSERT INTO subscription (player_id, known_issue_id, created_at) SELECT 'ply_' || n, '${issueId}', 0 FROM number`,
  );

/** Says "me too". */
export const subscribe = ({ call }: Api, { token }: Player, issueId: string): Promise<Reply> =>
  call('POST', `/api/v1/player/known-issues/${issueId}/subscribe`, { token });
