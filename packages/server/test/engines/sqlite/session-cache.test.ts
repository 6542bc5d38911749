import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { databaseFile } from '../../../src/store/database-url.ts';
import type { PlayerSession } from '../../../src/store/players.ts';
import { SessionCache } from '../../../src/store/session-cache.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { executeSql, sqliteFile } from '../../helpers/databases.ts';
import { watchStatements } from '../../helpers/statements.ts';
import { anIdentify, anInboxMessage, storedPlayer } from '../../helpers/store-rows.ts';

const PLAYERS = 3;
const COLUMNS =
  'player_id, project_id, token_hash, token_expires_at, open_tickets, last_message_at, last_inbox_at, created_at';

const quietPoll = { oldest: 0, since: 0, announcements: 0 } as const;

const writes = {
  refresh: (store: Store, playerId: string, now: number) =>
    store.players.refresh(anIdentify({ playerId, tokenHash: `token ${now}`, now })),
  identify: (store: Store, playerId: string, now: number) =>
    store.players.identify(anIdentify({ playerId, tokenHash: `token ${now}`, now })),
  addTicket: (store: Store, playerId: string, now: number) =>
    store.transaction((tx) => tx.players.addTicket({ playerId, openTicketsChange: 1, context: null, now })),
  addReply: (store: Store, playerId: string, now: number) =>
    store.transaction((tx) => tx.players.addReply({ playerId, now })),
  addTeamReply: (store: Store, playerId: string, now: number) =>
    store.transaction((tx) => tx.players.addTeamReply({ playerId, openTicketsChange: 1, now })),
  changeOpenTickets: (store: Store, playerId: string, now: number) =>
    store.transaction((tx) => tx.players.changeOpenTickets({ playerId, by: 1, inboxAt: now })),
  addInboxMessage: (store: Store, playerId: string, now: number) =>
    store.transaction(async (tx) => {
      await tx.inbox.add(anInboxMessage(playerId, { now }));
      await tx.players.addInboxMessage({ playerId, now });
    }),
  setBlocked: (store: Store, playerId: string, now: number) => store.players.setBlocked(playerId, now % 2 === 0),
  failed: (store: Store, playerId: string, now: number) =>
    store
      .transaction(async (tx) => {
        await tx.players.addTicket({ playerId, openTicketsChange: 5, context: null, now });
        throw new RangeError('rolled back');
      })
      .catch((error) => assert.ok(error instanceof RangeError)),
} as const;

const step = fc.record({
  write: fc.constantFrom(...(Object.keys(writes) as (keyof typeof writes)[])),
  player: fc.nat({ max: PLAYERS - 1 }),
  polls: fc.array(fc.nat({ max: PLAYERS - 1 }), { maxLength: 4 }),
  /** Whether the next step waits for this one. */
  waits: fc.boolean(),
});

test('a poll never shows an older session than the database, after any writes at the same time', async (t) => {
  const file = sqliteFile(t);
  const store = await openStore(`sqlite:${file}`, { mode: 'serve' });
  await store.migrate();
  const direct = new DatabaseSync(file, { readOnly: true });
  t.after(async () => {
    direct.close();
    await store.close();
  });
  const stored = direct.prepare(`SELECT ${COLUMNS} FROM player WHERE player_id = ?`);
  const inboxSize = direct.prepare('SELECT count(*) AS count FROM inbox_message WHERE player_id = ?');
  let now = 1;

  async function assertCurrent(playerId: string): Promise<void> {
    const polled = await store.playerReads.poll({ id: playerId, ...quietPoll });
    assert.ok(polled !== undefined);
    const columns = COLUMNS.split(', ') as (keyof PlayerSession)[];
    const shown = Object.fromEntries(columns.map((column) => [column, polled.session[column]]));
    assert.deepEqual(shown, { ...stored.get(playerId) });
    assert.equal(polled.messages.length, Math.min(50, Number(inboxSize.get(playerId)?.count)));
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const ids = await Promise.all(Array.from({ length: PLAYERS }, () => storedPlayer(store)));
      const running: Promise<unknown>[] = [];
      for (const { write, player, polls, waits } of steps) {
        const id = ids[player] ?? '';
        const done = writes[write](store, id, now++);
        running.push(done, ...polls.map((index) => store.playerReads.poll({ id: ids[index] ?? '', ...quietPoll })));
        if (!waits) continue;
        await done;
        running.push(store.playerReads.poll({ id, ...quietPoll }));
      }
      await Promise.all(running);
      for (const id of ids) await assertCurrent(id);
      for (const id of ids) await assertCurrent(id);
    }),
    { numRuns: 200 },
  );
});

test('the second poll of a player with nothing to read needs no statement', async (t) => {
  const sent = watchStatements(t);
  const store = await openStore(`sqlite:${sqliteFile(t)}`, { mode: 'serve' });
  t.after(() => store.close());
  await store.migrate();
  const id = await storedPlayer(store);
  await store.playerReads.poll({ id, ...quietPoll });
  const before = sent.length;
  assert.equal((await store.playerReads.poll({ id, ...quietPoll }))?.session.player_id, id);
  assert.equal((await store.players.session(id))?.player_id, id);
  assert.equal(sent.length, before);
  // With announcements it reads what the player has read of them.
  await store.playerReads.poll({ id, ...quietPoll, announcements: 1 });
  assert.equal(sent.length, before + 1);
});

test('when another program writes to the file, all sessions are read again within a second', async (t) => {
  const url = `sqlite:${sqliteFile(t)}`;
  const store = await openStore(url, { mode: 'serve' });
  t.after(() => store.close());
  await store.migrate();
  const id = await storedPlayer(store);
  const token = async () => (await store.playerReads.poll({ id, ...quietPoll }))?.session.token_hash;
  assert.notEqual(await token(), 'changed');
  assert.ok(databaseFile(url));
  await executeSql(url, "UPDATE player SET token_hash = 'changed'");
  const startedAt = performance.now();
  while ((await token()) !== 'changed') {
    assert.ok(performance.now() - startedAt < 30_000, 'the change is not seen');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

const session = (player_id: string) => ({ player_id }) as PlayerSession;
const keep = () => true;

test('the session cache is bounded, and does not keep a read during which a player changed', async () => {
  const cache = new SessionCache(() => 1, 10);
  for (let index = 0; index < 100; index++) await cache.read(Promise.resolve(session(`ply_${index}`)), keep);
  const kept = Array.from({ length: 100 }, (_, index) => cache.get(`ply_${index}`)).filter(Boolean).length;
  assert.ok(kept >= 10 && kept <= 20, String(kept));

  const read = cache.read(Promise.resolve(session('ply_a')), keep);
  cache.remove('ply_a');
  assert.equal((await read)?.player_id, 'ply_a');
  assert.equal(cache.get('ply_a'), undefined);
});
