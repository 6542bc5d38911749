import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aTicket, eventually, setStatus, team } from '../../helpers/builders.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { startServer } from '../../helpers/harness.ts';

test('counts and facets of a node have the changes of other nodes, without waiting for their age', async (t) => {
  const env = { DATABASE_URL: await postgresSchema(t) };
  // Their clocks stand still, so nothing expires.
  const [here, there] = [await startServer(t, { env }), await startServer(t, { env })];
  const player = await aPlayer(here);
  const ticket = await aTicket(here, player);
  const counts = async () => (await team(there, 'GET', '/tickets/counts')).body;
  const facets = async () => (await team(there, 'GET', '/tickets/facets')).body;
  await eventually(async () => (await counts()).open.count === 1);
  assert.deepEqual((await facets()).tags, []);

  assert.equal((await setStatus(here, ticket, 'resolved')).status, 200);
  await eventually(async () => (await counts()).resolved.count === 1);
  assert.equal((await counts()).open.count, 0);
  await team(here, 'PATCH', `/tickets/${ticket}`, { tags: ['vip'] });
  await eventually(async () => (await facets()).tags[0] === 'vip');
});
