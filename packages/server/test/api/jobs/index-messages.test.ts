import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FairTurns } from '../../../src/domain/fair-turns.ts';
import { SingleRun } from '../../../src/domain/single-run.ts';
import { createIndexing, indexOnce } from '../../../src/jobs/index-messages.ts';
import { playerTable } from '../../../src/store/tables.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  mergeTicket,
  playerReply,
  team,
  teamNote,
  unlimited,
  unmergeTicket,
} from '../../helpers/builders.ts';
import { ENGINE, emptyDatabase, executeSql } from '../../helpers/databases.ts';
import { anAttachment } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import { cli } from '../../helpers/programs.ts';
import { found, foundIds, indexAll, sendSearch } from '../../helpers/search.ts';
import { queryRows } from '../../helpers/stored-rows.ts';
import { aHeldTicket } from '../../helpers/things.ts';
import { copyTicket } from '../../helpers/ticket-copies.ts';

const rowsOf = async ({ databaseUrl }: Pick<TestServer, 'databaseUrl'>, table: string) =>
  Number((await queryRows(databaseUrl, `SELECT count(*) AS count FROM ${table}`))[0]?.count);

/** Counts messages with words in the index, also without a ticket. */
const documents = (server: TestServer) => rowsOf(server, ENGINE === 'sqlite' ? 'search_text' : 'search_entry');

/** Stores many tickets of as many players of one project. Returns what adds more of them. */
async function aFlood(server: TestServer, players: number): Promise<(tickets: number) => Promise<void>> {
  const player = await aPlayer(server);
  const id = await aTicket(server, player, { message: 'Flood' });
  const changed: Readonly<Record<string, string>> = {
    player_id: `'ply_' || CAST(number.n AS text)`,
    token_hash: `'hash ' || CAST(number.n AS text)`,
  };
  const { columns } = playerTable;
  await executeSql(
    server.databaseUrl,
    `INSERT INTO player (${columns.join(', ')})
     WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ${players - 1})
     SELECT ${columns.map((column) => changed[column] ?? column).join(', ')} FROM player, number
     WHERE player_id = '${player.id}'`,
  );
  return (tickets) =>
    copyTicket(server.databaseUrl, id, tickets, { player_id: `'ply_' || CAST(number.n % ${players} AS text)` });
}

suite('the index of the search', () => {
  test('gets long messages in several transactions', async (t) => {
    const server = await startServer(t);
    const id = await aTicket(server, await aPlayer(server), { message: 'Capybara' });
    // Each pair of neighbouring characters is a word.
    const text = (from: number) =>
      String.fromCodePoint(...Array.from({ length: 3000 }, (_none, index) => from + index));
    const texts = [0x4e00, 0x5a00, 0x6600].map(text);
    for (const one of texts) assert.equal((await teamNote(server, id, one)).status, 201);
    for (const count of [1, 2, 3, 4]) {
      await indexOnce(server.store);
      assert.equal(await documents(server), count);
    }
    for (const one of texts) assert.deepEqual(await foundIds(server, one.slice(100, 110)), [id]);
  });

  test('gets new messages of others before the rest of a flood', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await unlimited(server, player.project);
    const id = await aTicket(server, player, { message: 'Flood' });
    // More than the job sees at once.
    for (let index = 0; index < 210; index++) await playerReply(server, player, id, `${index} ${'水'.repeat(3000)}`);
    const others = [await aPlayer(server, player.project), await aPlayer(server)];
    for (const other of others) await aTicket(server, other, { message: 'Heron' });
    const turns = new FairTurns();
    // On a slow machine, a batch has time for one message.
    for (let batch = 0; batch < 3; batch++) await indexOnce(server.store, turns);
    assert.equal((await sendSearch(server, 'heron')).body.results.length, 2);
    assert.ok((await documents(server)) <= 5);
  });

  test('gets a message of another project soon, whatever waits before and after it', async (t) => {
    for (const players of [1, 350]) {
      const server = await startServer(t);
      const flood = await aFlood(server, players);
      await flood(500);
      const id = await aTicket(server, await aPlayer(server), { message: 'Heron' });
      await flood(500);
      const turns = new FairTurns();
      for (let batch = 0; batch < 2; batch++) await indexOnce(server.store, turns);
      assert.equal((await sendSearch(server, 'heron')).body.results[0]?.ticket.id, id);
    }
  });

  test('chooses among the oldest messages of all players', async (t) => {
    const server = await startServer(t);
    await (await aFlood(server, 300))(3000);
    const tasks = await queryRows(server.databaseUrl, 'SELECT task_id, player_id FROM search_task ORDER BY task_id');
    const seen = new Set<unknown>();
    let after = '';
    for (let turn = 0; turn < 2; turn++) {
      const waiting = await server.store.searchIndex.waiting(after);
      assert.equal(waiting[0]?.player_id, tasks[0]?.player_id);
      for (const [player, own] of Map.groupBy(waiting, (one) => one.player_id)) {
        const all = tasks.filter((task) => task.player_id === player).map((task) => Number(task.task_id));
        // They are done in their order.
        assert.deepEqual(
          own.map((one) => one.task_id),
          all.slice(0, own.length),
        );
        seen.add(player);
      }
      assert.ok(waiting.length <= 225);
      after = waiting[0]?.seen_to ?? '';
    }
    assert.equal(seen.size, 301);
  });

  test('counts only what a batch had time for', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await unlimited(server, player.project);
    const later = await aPlayer(server, player.project);
    // On SQLite, each batch has time for one message.
    const limits = { messages: 25, bytes: 8000, older: 10, milliseconds: -1 };
    const turns = new FairTurns();
    const id = await aTicket(server, player, { message: 'Walrus 0' });
    for (let index = 1; index < 5; index++) await playerReply(server, player, id, `Walrus ${index}`);
    await indexOnce(server.store, turns, limits);
    const laterId = await aTicket(server, later, { message: 'Condor 0' });
    for (let index = 1; index < 5; index++) await playerReply(server, later, laterId, `Condor ${index}`);
    for (let batch = 0; batch < 4; batch++) await indexOnce(server.store, turns, limits);
    const left = `search_task WHERE ticket_id = '${laterId}'`;
    assert.equal(await rowsOf(server, left), ENGINE === 'sqlite' ? 3 : 0);
  });

  test('keeps what a batch has no time for', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids = [];
    for (let index = 0; index < 3; index++) ids.push(await aTicket(server, player, { message: 'Ocelot' }));
    const waiting = await server.store.searchIndex.waiting('');
    const read = await server.store.searchIndex.read(waiting);
    await server.store.transaction((tx) => tx.searchIndex.add(read, () => true));
    // PostgreSQL adds all in one statement, beside the requests of players.
    const [done, left] = ENGINE === 'sqlite' ? [1, 2] : [3, 0];
    assert.deepEqual([await documents(server), await rowsOf(server, 'search_task')], [done, left]);
    assert.deepEqual((await foundIds(server, 'ocelot')).sort(), ids.sort());
    // What is done is not done again.
    await server.store.transaction((tx) => tx.searchIndex.add(read, () => false));
    assert.equal(await documents(server), 3);
  });

  test('finds the words of messages again that an older program indexed', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids = [];
    for (let index = 0; index < 12; index++)
      ids.push(await aTicket(server, await aPlayer(server, player.project), { message: 'Serval' }));
    await indexAll(server);
    const outdated = () => rowsOf(server, 'search_entry WHERE words_version IS NULL');
    await executeSql(server.databaseUrl, 'UPDATE search_entry SET words_version = NULL');
    await (ENGINE === 'sqlite'
      ? executeSql(server.databaseUrl, 'DELETE FROM search_text')
      : executeSql(server.databaseUrl, `UPDATE search_entry SET words = ''`));
    assert.deepEqual((await sendSearch(server, 'serval')).body.results, []);
    await indexOnce(server.store);
    assert.deepEqual([await outdated(), await rowsOf(server, 'search_task')], [12, 10]);
    assert.deepEqual((await foundIds(server, 'serval')).sort(), ids.sort());
    assert.deepEqual([await outdated(), await documents(server)], [0, 12]);
  });

  test('gets the messages of before an upgrade', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await unlimited(server, player.project);
    const ids: string[] = [];
    // More than one batch.
    for (let index = 0; index < 12; index++) {
      const id = await aTicket(server, await aPlayer(server, player.project), { message: `Ibex ${index}` });
      await teamNote(server, id, 'Marmot');
      ids.push(id);
    }
    await executeSql(server.databaseUrl, 'DELETE FROM search_task');
    const before = await sendSearch(server, 'marmot');
    assert.deepEqual([before.body.results, before.body.complete], [[], false]);
    const after = await found(server, 'marmot');
    assert.deepEqual(after.results.map(({ ticket }) => ticket.id).sort(), ids.sort());
    assert.equal(after.complete, true);
    assert.equal(await rowsOf(server, 'search_entry'), 24);
    assert.equal(await rowsOf(server, 'search_task'), 0);
  });

  test('has tickets that were merged, and follows those that move to another player', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await setUpIdentity(server, player.project);
    const [source, target] = [
      await aTicket(server, player, { message: 'Tapir' }),
      await aTicket(server, player, { message: 'Other' }),
    ];
    await mergeTicket(server, source, target);
    assert.deepEqual(await foundIds(server, 'tapir'), [source]);
    const account = await linked(server, player, 'someone');
    const { results } = await found(server, 'tapir');
    assert.deepEqual(
      results.map(({ ticket }) => ticket),
      [{ ...results[0]?.ticket, id: source, playerId: account.id, mergedInto: target }],
    );
    assert.deepEqual(
      (await queryRows(server.databaseUrl, 'SELECT DISTINCT player_id FROM search_entry')).map((row) => row.player_id),
      [account.id],
    );
    await unmergeTicket(server, source);
    await playerReply(server, account, source, 'Tapir again');
    assert.deepEqual(await foundIds(server, 'tapir again'), [source]);
    assert.deepEqual(
      (await found(server, player.installationId)).players.map(({ id }) => id),
      [account.id],
    );
  });

  test('has nothing of held tickets that were deleted, nor names of deleted files', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const held = await aHeldTicket(server, project, { message: 'Wolverine' });
    await indexAll(server);
    assert.equal(await rowsOf(server, 'search_entry'), 1);
    await team(server, 'POST', `/projects/${project.id}/held-tickets/delete`, { ticketIds: [held] });
    assert.equal(await rowsOf(server, 'search_entry'), 0);
    assert.equal(await documents(server), 0);
    const another = await aHeldTicket(server, project, { message: 'Wolverine' });
    await team(server, 'POST', `/projects/${project.id}/held-tickets/delete`, { ticketIds: [another] });
    await indexAll(server);
    assert.deepEqual([await documents(server), await rowsOf(server, 'search_task')], [0, 0]);

    const player = await aPlayer(server);
    const attachments = [await anAttachment(server, player, undefined, { name: 'wolverine.png' })];
    const id = await aTicket(server, player, { message: 'Look', attachments });
    assert.deepEqual(await foundIds(server, 'wolverine'), [id]);
    await executeSql(server.databaseUrl, "UPDATE attachment SET state = 'deleted', name = ''");
    assert.deepEqual(await foundIds(server, 'wolverine'), []);
    assert.deepEqual(await foundIds(server, 'look'), [id]);
    assert.equal(await documents(server), 1);
  });

  test('misses nothing that is written while several jobs fill it', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await unlimited(server, player.project);
    const stopping = new AbortController().signal;
    const jobs = Array.from({ length: 3 }, () => new SingleRun(createIndexing(server.store, stopping)));
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const writer = await aPlayer(server, player.project);
        const { body } = await createTicket(server, writer, { message: 'Lynx' });
        for (const job of jobs) void job.begin();
        await playerReply(server, writer, body.ticketId, 'Lynx');
        for (const job of jobs) void job.begin();
        await teamNote(server, body.ticketId, 'Bobcat');
        return body.ticketId as string;
      }),
    );
    await Promise.all(jobs.map((job) => job.idle()));
    assert.deepEqual((await foundIds(server, 'lynx')).sort(), ids.sort());
    assert.deepEqual((await foundIds(server, 'bobcat')).sort(), ids.sort());
    assert.equal(await rowsOf(server, 'search_entry'), 30);
  });

  test('is made again after a copy', async (t) => {
    const source = await startServer(t);
    const id = await aTicket(source, await aPlayer(source), { message: 'Jackal' });
    await indexAll(source);
    const to = await emptyDatabase(t);
    const file = `${source.databaseUrl}.copy`;
    const from = ENGINE === 'sqlite' ? file : source.databaseUrl;
    if (ENGINE === 'sqlite') await source.store.backup(file.slice('sqlite:'.length));
    const { code, stdout, stderr } = await cli(['copy', '--from', from, '--to', to], {});
    assert.equal(code, 0, stdout + stderr);
    const copy = await startServer(t, { env: { DATABASE_URL: to } });
    const { body } = await sendSearch(copy, 'jackal');
    assert.deepEqual([body.results, body.complete], [[], false]);
    assert.deepEqual(await foundIds(copy, 'jackal'), [id]);
  });

  test('is filled at once by a command, on SQLite only while no server runs', async (t) => {
    const server = await startServer(t);
    for (const message of ['Okapi', 'Quokka']) await aTicket(server, await aPlayer(server), { message });
    // Those of before an upgrade are no tasks yet.
    await executeSql(server.databaseUrl, 'DELETE FROM search_task');
    await aTicket(server, await aPlayer(server), { message: 'Wombat' });
    const file = `${server.databaseUrl}.copy`;
    const url = ENGINE === 'sqlite' ? file : server.databaseUrl;
    if (ENGINE === 'sqlite') await server.store.backup(file.slice('sqlite:'.length));
    const { code, stdout, stderr } = await cli(['index-messages'], { DATABASE_URL: url });
    assert.deepEqual([code, stdout, stderr], [0, 'all messages are in the index of the search\n', '']);
    const [entries, tasks] = ['search_entry', 'search_task'].map((table) => rowsOf({ databaseUrl: url }, table));
    assert.deepEqual([await entries, await tasks], [3, 0]);
    if (ENGINE !== 'sqlite') return;
    const refused = await cli(['index-messages'], { DATABASE_URL: server.databaseUrl });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /is being served by another process/);
  });
});
