import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SingleRun } from '../../../src/domain/single-run.ts';
import { createIndexing } from '../../../src/jobs/index-messages.ts';
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

const rowsOf = async ({ databaseUrl }: Pick<TestServer, 'databaseUrl'>, table: string) =>
  Number((await queryRows(databaseUrl, `SELECT count(*) AS count FROM ${table}`))[0]?.count);

/** Counts messages with words in the index, also without a ticket. */
const documents = (server: TestServer) => rowsOf(server, ENGINE === 'sqlite' ? 'search_text' : 'search_entry');

suite('the index of the search', () => {
  test('gets long messages in several transactions', async (t) => {
    const server = await startServer(t);
    const id = await aTicket(server, await aPlayer(server), { message: 'Capybara' });
    // Each pair of neighbouring characters is a word.
    const text = (from: number) =>
      String.fromCodePoint(...Array.from({ length: 3000 }, (_none, index) => from + index));
    const texts = [0x4e00, 0x5a00, 0x6600].map(text);
    for (const one of texts) assert.equal((await teamNote(server, id, one)).status, 201);
    let rounds = 0;
    while (await server.store.searchIndex.hasTasks()) {
      const before = await documents(server);
      await server.store.transaction((tx) => tx.searchIndex.indexSome(25));
      // Any two of the messages after the first have over 4,000 words.
      assert.ok((await documents(server)) - before <= 2);
      rounds++;
    }
    assert.deepEqual([rounds, await documents(server)], [3, 4]);
    for (const one of texts) assert.deepEqual(await foundIds(server, one.slice(100, 110)), [id]);
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
