import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aProject, aTicket, eventually, setStatus, team, unlimited } from '../helpers/builders.ts';
import { fileAfter as t } from '../helpers/cleanup.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { aKnownIssue, anAnswer, answerBegins, cancelAnswer, link, seenIssue } from '../helpers/known-issues.ts';
import { lockRows, type Node, startNodes, times } from '../helpers/postgres-nodes.ts';

const TICKETS = 60;

const databaseUrl = await postgresSchema(t);
// A slow machine must not end the wait for a row.
const nodes = await startNodes(t, 2, databaseUrl, { DATABASE_STATEMENT_SECONDS: '60' });

function node(index: number): Node {
  return nodes[index % nodes.length] ?? assert.fail();
}

async function anIssueWithTickets(tickets = TICKETS) {
  const project = await aProject(node(0));
  await unlimited(node(0), project);
  const issueId = await aKnownIssue(node(0), project);
  const ids = await Promise.all(
    times(tickets, async (index) => aTicket(node(index), await aPlayer(node(index), project, { userId: `u${index}` }))),
  );
  await link(node(0), issueId, ...ids);
  return { issueId, ids };
}

const repliesOf = (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id, index) => {
      const { messages } = (await team(node(index), 'GET', `/tickets/${id}`)).body;
      return messages.filter(({ authorType }: { authorType: string }) => authorType === 'admin').length as number;
    }),
  );

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

test('two nodes run the job at the same time: each ticket gets each answer once, whatever else happens', async () => {
  const issues = await Promise.all(times(3, () => anIssueWithTickets()));
  const answers = await Promise.all(issues.map(({ issueId }, index) => anAnswer(node(index), issueId)));
  const stateOf = async (at: number, index: number) =>
    (await seenIssue(node(index), issues[at]?.issueId ?? '')).answers[0];
  await eventually(async () => (await stateOf(0, 1)).sent > 0);
  await Promise.all(
    issues.flatMap(({ ids }) => ids.slice(0, 10).map((id, index) => setStatus(node(index), id, 'resolved'))),
  );
  const [, , last = ''] = answers;
  await eventually(async () => (await stateOf(2, 0)).sent > 0 || (await stateOf(2, 0)).state === 'done');
  await cancelAnswer(node(1), issues[2]?.issueId ?? '', last);
  for (const at of [0, 1]) await eventually(async () => (await stateOf(at, at)).state === 'done');
  for (const at of [0, 1]) {
    const { tickets, sent } = await stateOf(at, 0);
    assert.deepEqual([tickets, sent], [TICKETS, TICKETS]);
    assert.deepEqual(await repliesOf(issues[at]?.ids ?? []), Array(TICKETS).fill(1));
  }
  const { sent } = await stateOf(2, 1);
  const replies = await repliesOf(issues[2]?.ids ?? []);
  assert.equal(sum(replies), sent);
  assert.ok(Math.max(...replies) === 1);
});

test('a key is revoked while its answer is sent: the response comes after the last reply', async (context) => {
  const { issueId, ids } = await anIssueWithTickets();
  const { key, apiKey } = (await team(node(0), 'POST', '/api-keys', { name: 'bot', role: 'agent' })).body;
  const path = `/api/v1/team/known-issues/${issueId}/answers`;
  const { status, text } = await node(0).call('POST', path, { token: key, body: { message: 'Fixed.' } });
  assert.equal(status, 201, text);
  const rows = await lockRows(context, { databaseUrl }, 'player');
  await answerBegins({ databaseUrl }, issueId);
  await rows.waitFor(1);
  const revoked = team(node(1), 'DELETE', `/api-keys/${apiKey.id}`);
  await rows.waitFor(2, 'known_issue_answer');
  await rows.release();
  assert.equal((await revoked).status, 204);
  // PostgreSQL may let further parts go first.
  const replies = sum(await repliesOf(ids));
  const other = await anIssueWithTickets(1);
  await anAnswer(node(0), other.issueId);
  await answerBegins({ databaseUrl }, other.issueId);
  await eventually(async () => (await seenIssue(node(1), other.issueId)).answers[0].state === 'done');
  const [{ sent }] = (await seenIssue(node(0), issueId)).answers;
  assert.deepEqual([sent, sum(await repliesOf(ids))], [replies, replies]);
});
