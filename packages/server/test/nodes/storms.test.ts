import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIN_STORM } from '../../src/domain/storm.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  eventually,
  seenPlayer,
  team,
  unlimited,
  updateProject,
} from '../helpers/builders.ts';
import { fileAfter as t } from '../helpers/cleanup.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { type Node, startNodes, times } from '../helpers/postgres-nodes.ts';
import { rounds } from '../helpers/rounds.ts';

const ROUNDS = rounds(5);

const nodes = await startNodes(t, 2, await postgresSchema(t), { RATE_LIMITS: 'on' });

function node(index: number): Node {
  return nodes[index % nodes.length] ?? assert.fail();
}

const counts = async (projectId: string) => (await team(node(0), 'GET', `/tickets/counts?projectId=${projectId}`)).body;
const stormsOf = async (action: string, projectId: string) =>
  (await team(node(0), 'GET', `/audit?action=${action}`)).body.entries.filter(
    (entry: { projectId: string }) => entry.projectId === projectId,
  ).length;

test('two nodes see one storm: half of the tickets on each are enough, and one of them begins', async () => {
  const project = await aProject(node(0));
  await unlimited(node(0), project);
  await updateProject(node(0), project, { stormMode: 'automatic' });
  for (let index = 0; index < MIN_STORM; index++) {
    await aTicket(node(index), await aPlayer(node(index), project), { message: `Free gems ${index}` });
  }
  const isHolding = async () => (await team(node(1), 'GET', `/projects/${project.id}`)).body.holdingSince !== null;
  await eventually(isHolding);
  assert.equal(await stormsOf('StormBegan', project.id), 1);
  // The other node learns it at once, or when its cache expires.
  await eventually(async () => {
    for (const index of [0, 1]) await aTicket(node(index), await aPlayer(node(index), project));
    return (await counts(project.id)).held.count >= 2;
  });
});

test('releases and deletes on two nodes at the same time: each ticket is in the queue or gone, once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const project = await aProject(node(0));
    await unlimited(node(0), project);
    await updateProject(node(0), project, { stormMode: 'on' });
    const players = await Promise.all(times(20, (index) => aPlayer(node(0), project, { userId: `u${index}` })));
    const ids = await Promise.all(players.map((player) => aTicket(node(0), player)));
    const until = new Date(Date.now() + 60_000).toISOString();
    const replies = await Promise.all(
      times(6, (index) => {
        const action = index % 3 === 0 ? 'delete' : 'release';
        return team(node(index), 'POST', `/projects/${project.id}/held-tickets/${action}`, { until });
      }),
    );
    for (const { status, text } of replies) assert.equal(status, 200, text);
    const changed = replies.flatMap(({ body }) => body.tickets);
    assert.deepEqual(changed.toSorted(), ids.toSorted());
    const released = replies.filter((_reply, index) => index % 3 !== 0).flatMap(({ body }) => body.tickets);
    const { attention, held } = await counts(project.id);
    assert.deepEqual([attention.count, held.count], [released.length, 0]);
    for (const [index, player] of players.entries()) {
      const { openTickets } = await seenPlayer(node(1), player.id);
      assert.equal(openTickets, released.includes(ids[index]) ? 1 : 0);
    }
  }
});
