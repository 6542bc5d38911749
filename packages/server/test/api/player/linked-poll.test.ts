import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  getTicket,
  listTickets,
  type Player,
  playerReply,
  poll,
} from '../../helpers/builders.ts';
import { ENGINE } from '../../helpers/databases.ts';
import { startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import { databaseOf, watchStatements } from '../../helpers/statements.ts';

test('on PostgreSQL a write of a linked installation is one statement, and no others change', async (t) => {
  const sent = watchStatements(t);
  const server = await startServer(t);
  const project = await aProject(server);
  await setUpIdentity(server, project);
  const [alone, device] = [await aPlayer(server, project), await aPlayer(server, project)];
  const account = await linked(server, device, 'account');
  const database = databaseOf(server.databaseUrl);

  async function writesOf(player: Player): Promise<string[]> {
    const before = sent.length;
    const ticket = await aTicket(server, player);
    assert.equal((await playerReply(server, player, ticket)).status, 200);
    const headers = { 'idempotency-key': 'a' };
    assert.equal((await createTicket(server, player, {}, { headers })).status, 201);
    const texts = sent.slice(before).flatMap((one) => (one.database === database ? [one.text] : []));
    // A new ticket takes its number before: see `numberOutsideTransaction`.
    return texts.filter((text) => /INSERT/i.test(text) && !text.includes('ticket_counter'));
  }

  const [ofAlone, ofAccount] = [await writesOf(alone), await writesOf(account)];
  for (const text of ofAlone) assert.doesNotMatch(text, /player_link/, 'players without an account pay nothing');
  if (ENGINE !== 'postgres') return;
  assert.deepEqual([ofAlone.length, ofAccount.length], [3, 3], [...ofAlone, ...ofAccount].join('\n'));
  for (const text of ofAccount) assert.match(text, /player_link/);
});

test('reads of a linked installation are one statement, and no others change', async (t) => {
  const sent = watchStatements(t);
  const server = await startServer(t);
  const project = await aProject(server);
  await setUpIdentity(server, project);
  const [alone, device] = [await aPlayer(server, project), await aPlayer(server, project)];
  const ticket = await aTicket(server, device);
  const own = await aTicket(server, alone);
  const account = await linked(server, device, 'account');
  const database = databaseOf(server.databaseUrl);

  async function statementsOf(read: (player: Player) => Promise<{ readonly status: number }>, player: Player) {
    const before = sent.length;
    assert.equal((await read(player)).status, 200);
    // SQLite's checkpoints run too.
    const texts = sent.slice(before).flatMap((one) => (one.database === database ? [one.text] : []));
    return texts.filter((text) => !text.startsWith('PRAGMA') && !text.startsWith('SELECT pg_notify'));
  }

  const reads: ((player: Player) => Promise<{ readonly status: number }>)[] = [
    (player) => poll(server, player),
    (player) => listTickets(server, player),
    (player) => getTicket(server, player, player === account ? ticket : own),
  ];
  for (const read of reads) {
    await read(alone);
    const [ofAlone, ofAccount] = [await statementsOf(read, alone), await statementsOf(read, account)];
    assert.deepEqual([ofAlone.length, ofAccount.length], [1, 1], [...ofAlone, ...ofAccount].join('\n'));
    assert.doesNotMatch(ofAlone[0] ?? '', /player_link/, 'players without an account pay nothing');
    assert.match(ofAccount[0] ?? '', /player_link/);
  }
});
