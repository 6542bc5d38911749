import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberTickets } from '../../../src/jobs/number-tickets.ts';
import { aPlayer, aProject, aTicket, team } from '../../helpers/builders.ts';
import { executeSql } from '../../helpers/databases.ts';
import { startServer } from '../../helpers/harness.ts';

test('tickets of a version without numbers get the next ones of their project, the oldest first', async (t) => {
  const server = await startServer(t);
  const { store, clock, elapsed, live, databaseUrl } = server;
  const [project, other] = [await aProject(server), await aProject(server)];
  const [player, elsewhere] = [await aPlayer(server, project), await aPlayer(server, other)];
  const create = async (of = player) => {
    clock.advance(1);
    return aTicket(server, of);
  };
  const old = [await create(), await create(), await create(), await create(), await create()];
  const ofOther = await create(elsewhere);
  await executeSql(databaseUrl, 'UPDATE ticket SET number = NULL');
  const early = await create();
  const numberOf = async (id: string) => (await team(server, 'GET', `/tickets/${id}`)).body.number;
  assert.equal(await numberOf(old[0] ?? ''), null);
  const work = { store, live, elapsed, clock: () => clock.now, limit: 2, stopping: () => false };
  await numberTickets(work, AbortSignal.abort());
  const numbers = await Promise.all([early, ...old].map(numberOf));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  assert.equal(await numberOf(ofOther), 2);
  assert.ok(!numbers.includes(await numberOf(await create())));
});
