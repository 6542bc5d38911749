import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aTicket, createTicket, eventually, playerReply, seenPlayer, team } from '../helpers/builders.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { isTicket, openStream } from '../helpers/event-streams.ts';
import { startNodes, times } from '../helpers/postgres-nodes.ts';

test('two nodes show the same, keep limits together, and one continues when the other is killed', async (t) => {
  const [here, there] = await startNodes(t, 2, await postgresSchema(t));
  if (here === undefined || there === undefined) throw new Error('no nodes');
  const player = await aPlayer(here);

  // A node that does not listen yet misses the first tickets.
  const listener = await openStream(t, there);
  const made: string[] = [];
  await eventually(async () => {
    made.push(await aTicket(here, await aPlayer(here, player.project)));
    return made.some((ticketId) => listener.events.some(isTicket(ticketId)));
  });

  for (let open = 0; open < 9; open++) await aTicket(there, player);
  const creations = await Promise.all(times(10, (index) => createTicket(index % 2 === 0 ? here : there, player)));
  assert.equal(creations.filter(({ status }) => status === 201).length, 1);
  assert.equal((await seenPlayer(there, player.id)).openTickets, 10);

  const [ticketId] = creations.filter(({ status }) => status === 201).map(({ body }) => body.ticketId);
  assert.equal((await playerReply(here, player, ticketId, 'Before the kill.')).status, 200);
  here.process.kill('SIGKILL');
  await here.process.exited;
  assert.equal((await playerReply(there, player, ticketId, 'After the kill.')).status, 200);
  const { messages } = (await team(there, 'GET', `/tickets/${ticketId}`)).body;
  assert.deepEqual(
    messages.slice(1).map(({ message }: { message: string }) => message),
    ['Before the kill.', 'After the kill.'],
  );
});
