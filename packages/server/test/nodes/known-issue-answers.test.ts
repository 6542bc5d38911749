import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aProject, aTicket, eventually, setStatus, team, unlimited } from '../helpers/builders.ts';
import { fileAfter as t } from '../helpers/cleanup.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { aKnownIssue, anAnswer, cancelAnswer, link, seenIssue } from '../helpers/known-issues.ts';
import { type Node, startNodes, times } from '../helpers/postgres-nodes.ts';

const TICKETS = 60;

const nodes = await startNodes(t, 2, await postgresSchema(t));

function node(index: number): Node {
  return nodes[index % nodes.length] ?? assert.fail();
}

async function anIssueWithTickets() {
  const project = await aProject(node(0));
  await unlimited(node(0), project);
  const issueId = await aKnownIssue(node(0), project);
  const ids = await Promise.all(
    times(TICKETS, async (index) => aTicket(node(index), await aPlayer(node(index), project, { userId: `u${index}` }))),
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
  const issues = await Promise.all(times(3, anIssueWithTickets));
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
