import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyDatabase, isSame } from '../../src/store/copy.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/store.ts';
import { type Engine, emptyDatabase, executeSql } from '../helpers/databases.ts';
import { cliProcess } from '../helpers/programs.ts';
import { queryRows, storedRows } from '../helpers/stored-rows.ts';

const PLAYERS = 6000;
const KILLS = 3;

const copy = (from: string, to: string, kill?: AbortSignal) =>
  cliProcess(['copy', '--from', from, '--to', to], {}, kill);

const insertMany = (what: string, players: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${players}),
    named AS (SELECT i, 'ply_' || printf('%026d', i * 7919) AS player, 'tkt_' || i AS ticket FROM n)
  INSERT INTO ${what} FROM named`;

/** Makes an unserved database with many players, tickets and messages. */
async function largeDatabase(t: TestContext, engine: Engine = 'sqlite', players = PLAYERS): Promise<string> {
  const url = await emptyDatabase(t, 'sqlite');
  assert.equal((await cliProcess(['migrate'], { DATABASE_URL: url })).code, 0);
  assert.equal((await cliProcess(['project', 'create', 'Game'], { DATABASE_URL: url })).code, 0);
  for (const what of [
    `player SELECT player, 'prj_a', 'hash' || i, i, NULL, NULL, NULL, 0, 1, i, NULL, i, i, NULL`,
    `ticket (
       player_id, ticket_id, project_id, type, status, subject, message_id, message, last_message_at, message_count,
       unread_count, attention_since, created_at, priority
     ) SELECT player, ticket, 'prj_a', 'bug', 'open', 'Stuck', 'msg_' || i, 'x', i, 2, 0, i, i, 1`,
    `message (
       player_id, ticket_id, seq, message_id, author_type, visibility, message, created_at
     ) SELECT player, ticket, 2, 'msg_2' || i, 'player', 'public', 'More ' || i, i`,
  ]) {
    await executeSql(url, insertMany(what, players));
  }
  if (engine === 'sqlite') return url;
  const copied = await emptyDatabase(t, engine);
  assert.equal((await copy(url, copied)).code, 0);
  return copied;
}

/** Counts the large tables' rows; 0 without tables. */
async function rowCount(url: string): Promise<number> {
  const counts = ['player', 'ticket', 'message'].map((name) => `(SELECT count(*) FROM ${name})`).join(' + ');
  const [row] = await queryRows(url, `SELECT ${counts} AS count`).catch(() => []);
  return Number(row?.count ?? 0);
}

/** When the target has this many rows. Returns its rows then. */
async function killedAt(from: string, to: string, goal: number): Promise<number> {
  const kill = new AbortController();
  let ended = false;
  const running = copy(from, to, kill.signal).finally(() => {
    ended = true;
  });
  while (!ended && (await rowCount(to)) < goal) await sleep(20);
  kill.abort();
  const { code, stderr } = await running;
  assert.equal(code, null, stderr);
  return rowCount(to);
}

async function assertNotServed(url: string): Promise<void> {
  const { code, stdout, stderr } = await cliProcess(
    ['serve'],
    { DATABASE_URL: url, PORT: '0' },
    AbortSignal.timeout(20_000),
  );
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^player-support: the database is the unfinished copy of prj_\w+; [^\n]+\n$/);
}

async function open(t: TestContext, url: string): Promise<Database> {
  const db = await openDatabase(url, { mode: 'serve' });
  t.after(() => db.close());
  return db;
}

/** Copies in this process: quicker than the command. */
async function copyHere(from: string, to: string): Promise<void> {
  const [source, target] = [await openDatabase(from, { mode: 'serve' }), await openDatabase(to, { mode: 'serve' })];
  await copyDatabase(source, target, () => {});
  await Promise.all([source.close(), target.close()]);
}

/** A finished copy looks interrupted at its end. */
async function unfinish(from: string, to: string): Promise<void> {
  const [project] = await queryRows(from, 'SELECT project_id AS id FROM project');
  await executeSql(to, `INSERT INTO migration (id) VALUES ('unfinished copy of ${project?.id}')`);
}

for (const [source, engine] of [
  ['sqlite', 'postgres'],
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
] as const) {
  test(`killed at any time, the next run finishes it: ${source} to ${engine}`, async (t) => {
    const [from, to] = [await largeDatabase(t, source), await emptyDatabase(t, engine)];
    const expected = await storedRows(from);
    let rows = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      const before = rows;
      rows = await killedAt(from, to, before + randomInt(1, PLAYERS / KILLS));
      assert.ok(rows > before && rows < 3 * PLAYERS, `${before} rows became ${rows}`);
    }
    await assertNotServed(to);
    for (let kills = 0; kills < KILLS; kills++) await copy(from, to, AbortSignal.timeout(randomInt(100, 1000)));
    const { code, stderr } = await copy(from, to);
    if (/not empty/.test(stderr)) t.diagnostic('a run finished before it was killed');
    else assert.equal(code, 0, stderr);
    assert.deepEqual(await storedRows(to), expected);
    assert.match((await cliProcess(['doctor'], { DATABASE_URL: to })).stdout, /^ok +the schema is up to date$/m);
  });
}

const PLAYER = "(SELECT min(player_id) FROM player WHERE player_id LIKE '%5')";
const DAMAGE: Readonly<Record<string, readonly [sql: string, table: string]>> = {
  'a value that is another': [`UPDATE player SET token_hash = 'other' WHERE player_id = ${PLAYER}`, 'player'],
  'a value that is not there': [`UPDATE ticket SET resolved_at = 1 WHERE player_id = ${PLAYER}`, 'ticket'],
  'a row that is not there': [`DELETE FROM message WHERE player_id = ${PLAYER}`, 'message'],
  'a row too many': [
    `INSERT INTO announcement_receipt (player_id, announcement_id, read_at) VALUES (${PLAYER}, 'ann_x', 1)`,
    'announcement_receipt',
  ],
};

for (const engine of ['postgres', 'sqlite'] as const) {
  test(`a difference is found, with its table, and the copy is not served: ${engine}`, async (t) => {
    const from = await largeDatabase(t, 'sqlite', 600);
    for (const [name, [sql, table]] of Object.entries(DAMAGE)) {
      const to = await emptyDatabase(t, engine);
      await copyHere(from, to);
      await unfinish(from, to);
      await executeSql(to, sql);
      const { code, stdout, stderr } = await copy(from, to);
      assert.equal(code, 1, name);
      assert.deepEqual(stdout.match(/^\w+(?=.* DIFFERENT$)/gm), [table], name);
      assert.match(stderr, new RegExp(`^player-support: the copy differs from the source in ${table};`, 'm'), name);
      await assertNotServed(to);
    }
  });
}

test('a row that PostgreSQL cannot store stops the copy', async (t) => {
  const from = await largeDatabase(t, 'sqlite', 600);
  await executeSql(from, `UPDATE player SET user_id = 'a' || char(0) || 'b' WHERE player_id = ${PLAYER}`);
  const { code, stderr } = await copy(from, await emptyDatabase(t, 'postgres'));
  assert.equal(code, 1);
  assert.match(stderr, /^player-support: the copy differs from the source in player;/m);
});

for (const engine of ['postgres', 'sqlite'] as const) {
  test(`no other process writes to the source or copies it: ${engine}`, async (t) => {
    const url = await largeDatabase(t, engine);
    const [from, to, other] = [
      await open(t, url),
      await open(t, await emptyDatabase(t, 'postgres')),
      await open(t, await emptyDatabase(t, 'sqlite')),
    ];
    const writes =
      engine === 'postgres'
        ? "SET lock_timeout = '20ms'; UPDATE player SET blocked = 1"
        : 'PRAGMA busy_timeout = 20; UPDATE player SET blocked = 1';
    let finished = false;
    let attempts: Promise<unknown> | undefined;
    const verified = await copyDatabase(from, to, ({ table }) => {
      if (table !== 'player') return;
      attempts ??= (async () => {
        await assert.rejects(executeSql(url, writes), /lock/);
        // Only a file's owner can copy it, so the second copy cannot open it.
        if (engine === 'postgres') {
          const second = await openDatabase(url, { mode: 'serve' });
          await assert.rejects(
            copyDatabase(second, other, () => {}),
            /another copy of this database is running/,
          );
          await second.close();
        }
        assert.ok(!finished, 'the attempts came too late to show anything');
      })();
    });
    finished = true;
    assert.ok(verified.every(isSame));
    await (attempts ?? assert.fail('nothing was attempted'));
    await executeSql(url, writes);
  });
}
