import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InboxContent, inboxContent } from '../../src/domain/inbox-content.ts';
import type { Store } from '../../src/store/store.ts';
import type { IdempotencyReceiptRow } from '../../src/store/tables.ts';
import { START } from '../helpers/harness.ts';
import { anInboxMessage, aReceipt, polled, same, storedPlayer } from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

const recent = async (store: Store, playerId: string, oldest: number, since: number) =>
  (await polled(store, playerId, { oldest, since })).messages;

const recentBodies = async (...args: Parameters<typeof recent>) =>
  (await recent(...args)).map(([, content]) => (JSON.parse(content) as InboxContent).body);

/** Tests the inbox, and the receipts of idempotent requests. */
export function receiptsContract(engine: string, open: OpenStore): void {
  test(`${engine}: the inbox returns its messages, newest first`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const other = await storedPlayer(store);
    await store.inbox.add(anInboxMessage(other));
    // Some at one time, others a millisecond to a day apart.
    const sent = Array.from({ length: 50 }, (_, index) => START + Math.floor(index / 2) ** 5).map((at) =>
      anInboxMessage(playerId, { at, type: 'ticket_reply', ticketId: 'tkt_a' }),
    );
    for (const message of sent) await store.inbox.add(message);
    same(
      await recent(store, playerId, 0, 0),
      sent
        .map(({ messageId, title, body, at }) => [
          messageId,
          inboxContent({ type: 'ticket_reply', ticketId: 'tkt_a', title, body }, at),
          at,
          null,
        ])
        .reverse(),
    );
  });

  test(`${engine}: the inbox is limited by age and by number`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    for (let now = 1; now <= 60; now++) await store.inbox.add(anInboxMessage(playerId, { at: now, body: `${now}` }));
    const newest = Array.from({ length: 50 }, (_, index) => `${60 - index}`);
    same(await recentBodies(store, playerId, 0, 0), newest);
    same(await recentBodies(store, playerId, 0, 1), newest);
    same(await recentBodies(store, playerId, 58, 0), ['60', '59', '58']);
    same(await recentBodies(store, playerId, 58, 1), ['60', '59', '58']);
  });

  test(`${engine}: an inbox whose newest message has exactly the highest age is still read`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    await store.inbox.add(anInboxMessage(playerId, { at: 50 }));
    await store.players.recordInboxMessage(playerId, 50);
    const shown = async (oldest: number) =>
      (
        await store.playerReads.poll({
          id: playerId,
          tokenHash: '',
          oldest,
          since: 0,
          announcements: 0,
          knownIssues: '[]',
        })
      )?.messages.length;
    same([await shown(50), await shown(51)], [1, 0]);
  });

  test(`${engine}: since a time: messages that were created or marked as read at that time or later`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const messages = [10, 20, 30].map((now) => anInboxMessage(playerId, { at: now, body: `${now}` }));
    for (const message of messages) await store.inbox.add(message);
    same(await recentBodies(store, playerId, 0, 20), ['30', '20']);
    same(await recentBodies(store, playerId, 0, 21), ['30']);
    await store.inbox.markRead(playerId, messages[0]?.messageId ?? '', 40);
    same(await recentBodies(store, playerId, 0, 40), ['10']);
    same(await recentBodies(store, playerId, 0, 41), []);
    same(await recentBodies(store, playerId, 11, 40), []);
  });

  test(`${engine}: the first time of reading stays; another player does not have the message`, async (t) => {
    const store = await open(t);
    const [owner, other] = [await storedPlayer(store), await storedPlayer(store)];
    const [message, unread] = [anInboxMessage(owner), anInboxMessage(owner)];
    await store.inbox.add(message);
    await store.inbox.add(unread);
    assert.equal(await store.inbox.markRead(owner, message.messageId, 10), 10);
    assert.equal(await store.inbox.markRead(owner, message.messageId, 20), 10);
    assert.equal(await store.inbox.markRead(other, message.messageId, 20), undefined);
    assert.equal(await store.inbox.markRead(owner, 'inb_unknown', 20), undefined);
    const rows = await recent(store, owner, 0, 0);
    same(
      rows.map(([id, , , readAt]) => [id, readAt]).toSorted(),
      [
        [message.messageId, 10],
        [unread.messageId, null],
      ].toSorted(),
    );
  });

  test(`${engine}: the first request with a key does the work, later ones get its response`, async (t) => {
    const store = await open(t);
    const [playerId, other] = [await storedPlayer(store), await storedPlayer(store)];
    const claim = (fields: Partial<IdempotencyReceiptRow>, player = playerId) =>
      store.transaction((tx) => tx.idempotency.claim({ ...aReceipt(player, fields), oldest: 0 }));
    assert.equal(await claim({}), undefined);
    same(
      { ...(await claim({ answer: 'second', body_hash: 'other' })) },
      { body_hash: 'body', answer: '{"first":true}' },
    );
    assert.equal(await claim({ idempotency_key: 'KEY' }), undefined);
    assert.equal(await claim({ path: '/elsewhere' }), undefined);
    assert.equal(await claim({}, other), undefined);
  });

  test(`${engine}: a claim is rolled back together with its work`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const failing = store.transaction(async (tx) => {
      assert.equal(await tx.idempotency.claim({ ...aReceipt(playerId), oldest: 0 }), undefined);
      throw new Error('refused');
    });
    const second = store.transaction((tx) =>
      tx.idempotency.claim({ ...aReceipt(playerId, { answer: 'second' }), oldest: 0 }),
    );
    await assert.rejects(failing, /refused/);
    assert.equal(await second, undefined);
  });

  test(`${engine}: of many claims at the same time, one does the work`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store.transaction(async (tx) => ({
          mine: `answer ${index}`,
          first: await tx.idempotency.claim({ ...aReceipt(playerId, { answer: `answer ${index}` }), oldest: 0 }),
        })),
      ),
    );
    const winners = claims.filter(({ first }) => first === undefined);
    assert.equal(winners.length, 1);
    for (const { first } of claims) assert.equal(first?.answer ?? winners[0]?.mine, winners[0]?.mine);
  });

  test(`${engine}: a receipt that is too old is replaced; one with exactly the highest age is not`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const claim = (answer: string, oldest: number) =>
      store.transaction((tx) =>
        tx.idempotency.claim({ ...aReceipt(playerId, { answer, body_hash: answer, created_at: 500 }), oldest }),
      );
    await store.transaction((tx) => tx.idempotency.claim({ ...aReceipt(playerId, { created_at: 100 }), oldest: 0 }));
    assert.equal((await claim('second', 100))?.answer, '{"first":true}');
    assert.equal(await claim('third', 101), undefined);
    same(await claim('fourth', 101), { body_hash: 'third', answer: 'third' });
  });

  test(`${engine}: pruning deletes the oldest of the receipts that are too old, up to a limit`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const key = (age: number) => ({ idempotency_key: `key ${age}`, created_at: age });
    for (const age of [5, 3, 1, 4, 2]) {
      await store.transaction((tx) => tx.idempotency.claim({ ...aReceipt(playerId, key(age)), oldest: 0 }));
    }
    const prune = (limit: number) => store.transaction((tx) => tx.idempotency.prune(4, limit));
    assert.equal(await prune(2), 2);
    const isKept = async (age: number) => {
      let first: unknown;
      const looking = store.transaction(async (tx) => {
        first = await tx.idempotency.claim({ ...aReceipt(playerId, key(age)), oldest: 0 });
        throw new Error('only looking');
      });
      await assert.rejects(looking, /only looking/);
      return first !== undefined;
    };
    same(await Promise.all([1, 2, 3, 4, 5].map(isKept)), [false, false, true, true, true]);
    assert.equal(await prune(2), 1);
    assert.equal(await prune(2), 0);
    same(await Promise.all([3, 4, 5].map(isKept)), [false, true, true]);
  });
}
