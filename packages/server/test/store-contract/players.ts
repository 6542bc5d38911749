import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayerMoveRow } from '../../src/store/tables.ts';
import { START } from '../helpers/harness.ts';
import { anIdentify, playerRow, same, storedPlayer } from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

export function playersContract(engine: string, open: OpenStore): void {
  test(`${engine}: the first identify creates a player`, async (t) => {
    const store = await open(t);
    const player = anIdentify({ user_id: 'user', session_id: 'session', context: '{"locale":"de"}', last_seen_at: 5 });
    await store.players.identify(player);
    same(await store.players.byId(player.player_id), {
      player_id: player.player_id,
      project_id: player.project_id,
      token_hash: player.token_hash,
      token_expires_at: player.token_expires_at,
      user_id: 'user',
      session_id: 'session',
      context: '{"locale":"de"}',
      blocked: 0,
      open_tickets: 0,
      last_message_at: null,
      last_inbox_at: null,
      created_at: 5,
      last_seen_at: 5,
      account_id: null,
    });
    assert.equal(await store.players.byId('ply_unknown'), undefined);
  });

  test(`${engine}: a session has the columns that a request needs`, async (t) => {
    const store = await open(t);
    const player = anIdentify();
    await store.players.identify(player);
    same(await store.players.session({ id: player.player_id, tokenHash: player.token_hash }), {
      player_id: player.player_id,
      project_id: player.project_id,
      token_hash: player.token_hash,
      token_expires_at: player.token_expires_at,
      open_tickets: 0,
      last_message_at: null,
      last_inbox_at: null,
      created_at: START,
      context: player.context,
    });
    assert.equal(await store.players.session({ id: 'ply_unknown', tokenHash: '' }), undefined);
  });

  test(`${engine}: a refresh of an unknown player changes nothing, and returns false`, async (t) => {
    const store = await open(t);
    const player = anIdentify();
    assert.equal(await store.players.refresh(player), undefined);
    assert.equal(await store.players.byId(player.player_id), undefined);
    await store.players.identify(player);
    assert.deepEqual({ ...(await store.players.refresh(player)) }, { account_id: null });
  });

  for (const again of ['identify', 'refresh'] as const) {
    test(`${engine}: another ${again} replaces the token, and keeps all values that it does not have`, async (t) => {
      const store = await open(t);
      const first = anIdentify({ user_id: 'user', session_id: 'session', context: '{"locale":"de"}', last_seen_at: 5 });
      await store.players.identify(first);
      await store.players.setBlocked(first.player_id, true);
      await store.players.recordTeamReply({ playerId: first.player_id, openTicketsChange: 1, now: 6, inboxAt: 6 });
      const before = await playerRow(store, first.player_id);
      await store.players[again]({
        ...anIdentify({ player_id: first.player_id, token_hash: 'new', token_expires_at: 99, last_seen_at: 7 }),
      });
      same(await playerRow(store, first.player_id), {
        ...before,
        token_hash: 'new',
        token_expires_at: 99,
        last_seen_at: 7,
      });
    });

    test(`${engine}: the values of another ${again} replace the stored ones; null clears them`, async (t) => {
      const store = await open(t);
      const playerId = await storedPlayer(store, {
        user_id: 'user',
        session_id: 'session',
        context: '{"locale":"de"}',
      });
      const said = { user_id: null, keepUserId: 0, session_id: 'other', keepSessionId: 0, context: '{}' } as const;
      await store.players[again](anIdentify({ player_id: playerId, ...said }));
      const { user_id, session_id, context } = await playerRow(store, playerId);
      same({ user_id, session_id, context }, { user_id: null, session_id: 'other', context: '{}' });
    });
  }

  test(`${engine}: a ticket or reply of the player is noted, and the player as it is now is returned`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store, { context: '{"locale":"de"}' });
    const { token_hash } = await playerRow(store, playerId);
    const first = await store.players.recordTicket({ playerId, openTicketsChange: 1, context: null, now: 50 });
    same(first, { blocked: 0, open_tickets: 1, context: '{"locale":"de"}', account_id: null, token_hash });
    await store.players.setBlocked(playerId, true);
    const second = await store.players.recordTicket({
      playerId,
      openTicketsChange: 1,
      context: '{"locale":"fr"}',
      now: 55,
    });
    same(second, { blocked: 1, open_tickets: 2, context: '{"locale":"fr"}', account_id: null, token_hash });
    same(await store.players.recordReply({ playerId, now: 60 }), second);
    const { last_message_at, last_seen_at, last_inbox_at } = await playerRow(store, playerId);
    same(
      { last_message_at, last_seen_at, last_inbox_at },
      { last_message_at: 60, last_seen_at: 60, last_inbox_at: null },
    );
    assert.equal(await store.players.recordReply({ playerId: 'ply_unknown', now: 1 }), undefined);
  });

  test(`${engine}: a reply of the team is a message and an inbox message, but does not change lastSeenAt`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store, { last_seen_at: 5 });
    await store.players.recordTeamReply({ playerId, openTicketsChange: 0, now: 50, inboxAt: 50 });
    await store.players.recordTeamReply({ playerId, openTicketsChange: 1, now: 60, inboxAt: 61 });
    const { open_tickets, last_message_at, last_inbox_at, last_seen_at } = await playerRow(store, playerId);
    same([open_tickets, last_message_at, last_inbox_at, last_seen_at], [1, 60, 61, 5]);
  });

  test(`${engine}: open tickets are counted, with or without an inbox message`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    await store.players.changeOpenTickets({ playerId, by: 3, inboxAt: 40 });
    await store.players.changeOpenTickets({ playerId, by: -2, inboxAt: null });
    const { open_tickets, last_inbox_at, last_message_at } = await playerRow(store, playerId);
    same([open_tickets, last_inbox_at, last_message_at], [1, 40, null]);
  });

  test(`${engine}: one player is blocked and unblocked; others are not`, async (t) => {
    const store = await open(t);
    const [one, other] = [await storedPlayer(store), await storedPlayer(store)];
    assert.equal((await store.players.setBlocked(one, true))?.blocked, 1);
    assert.equal((await playerRow(store, one)).blocked, 1);
    assert.equal((await playerRow(store, other)).blocked, 0);
    same(await store.players.setBlocked(one, false), await playerRow(store, one));
    assert.equal((await playerRow(store, one)).blocked, 0);
    assert.equal(await store.players.setBlocked('ply_unknown', true), undefined);
  });

  test(`${engine}: the newest 100 records of what a player got stay, and those of one installation are taken`, async (t) => {
    const store = await open(t);
    const [playerId, other] = [await storedPlayer(store), await storedPlayer(store)];
    const row = (number: number, fields: Partial<PlayerMoveRow> = {}): PlayerMoveRow => ({
      ...{ player_id: playerId, move_id: `mov_${1000 + number}`, installation_id: 'ply_one', kind: 'code' },
      ...{ tickets: number, moved: `${number}`, created_at: number, ...fields },
    });
    await store.recordedMoves.add(row(1, { player_id: other }));
    for (let number = 1; number <= 102; number++) {
      await store.recordedMoves.add(row(number, number === 50 ? { installation_id: 'ply_two' } : {}));
    }
    const kept = Array.from({ length: 100 }, (_, index) => 102 - index);
    const numbers = async (id: string) => (await store.recordedMoves.ofPlayer(id)).map(({ tickets }) => tickets);
    same(await numbers(playerId), kept);
    same(
      (await store.recordedMoves.take(playerId, 'ply_one')).map(({ moved }) => Number(moved)),
      kept.filter((number) => number !== 50),
    );
    same(await numbers(playerId), [50]);
    same(await numbers(other), [1]);
  });

  test(`${engine}: who was told that a known issue is fixed is not told again after a move to another player`, async (t) => {
    const store = await open(t);
    const [from, to] = [await storedPlayer(store), await storedPlayer(store)];
    for (const [player_id, known_issue_id, told_at] of [
      [from, 'kni_told', 5],
      [from, 'kni_waits', null],
      [to, 'kni_waits', 6],
      [from, 'kni_new', null],
    ] as const) {
      await store.subscriptions.add({ player_id, known_issue_id, created_at: 1, told_at });
    }
    await store.transaction((tx) => tx.playerMoves.moveSubscriptions(from, to));
    const toTell = async (id: string) =>
      (await store.subscriptions.toTell(id, '', 10)).map(({ player_id }) => player_id);
    same([await toTell('kni_told'), await toTell('kni_waits'), await toTell('kni_new')], [[], [], [to]]);
    const count = await store.subscriptions.countsOf(['kni_told', 'kni_waits', 'kni_new']);
    same(['kni_told', 'kni_waits', 'kni_new'].map(count), [1, 1, 1]);
  });
}
