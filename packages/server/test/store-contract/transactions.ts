import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterCreate } from '../../src/domain/ticket-transitions.ts';
import {
  aMessage,
  anIdentify,
  aProjectRow,
  playerRow,
  same,
  storedPlayer,
  storedTicket,
} from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

export function transactionsContract(engine: string, open: OpenStore): void {
  test(`${engine}: a transaction returns the result of its work, and its writes stay`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    const seenInside = await store.transaction(async (tx) => {
      await tx.projects.insert(project);
      return tx.projects.byId(project.project_id);
    });
    same(seenInside, project);
    same(await store.projects.byId(project.project_id), project);
  });

  test(`${engine}: an error rolls the transaction back, and reaches the caller unchanged`, async (t) => {
    const store = await open(t);
    const player = anIdentify();
    const thrown = new Error('changed my mind');
    const work = store.transaction(async (tx) => {
      await tx.players.identify(player);
      await storedTicket(tx, player.player_id);
      throw thrown;
    });
    await assert.rejects(work, (error) => error === thrown);
    assert.equal(await store.players.byId(player.player_id), undefined);
    same(await store.queue.ofPlayer(player.player_id), []);
  });

  test(`${engine}: an error before the first await rolls it back too`, async (t) => {
    const store = await open(t);
    await assert.rejects(
      store.transaction(() => {
        throw new Error('at once');
      }),
      /at once/,
    );
    assert.equal(await store.ready(), true);
  });

  test(`${engine}: a failed statement rolls its transaction back`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    const work = store.transaction(async (tx) => {
      await tx.projects.insert(project);
      await tx.projects.insert(project);
    });
    await assert.rejects(work);
    same(await store.projects.list(), []);
  });

  test(`${engine}: foreign keys are checked`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    await assert.rejects(storedTicket(store, anIdentify().player_id));
    await assert.rejects(
      store.inbox.add({
        playerId: anIdentify().player_id,
        messageId: 'inb_x',
        type: 'direct',
        ticketId: null,
        title: 'Hello',
        body: 'World',
        at: 1,
      }),
    );
    assert.equal(await store.tickets.addPlayerReply(aMessage(playerId, 'tkt_unknown')), undefined);
  });

  // The read succeeds at once without the writes, or waits for the transaction's end.
  test(`${engine}: a read outside never sees the writes of a transaction that is rolled back`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    let outside: Promise<unknown> = Promise.resolve('not read');
    await assert.rejects(
      store.transaction(async (tx) => {
        await tx.projects.insert(project);
        outside = store.projects.byId(project.project_id);
        for (let turn = 0; turn < 20; turn++) same(await tx.projects.byId(project.project_id), project);
        throw new Error('undo');
      }),
      /undo/,
    );
    assert.equal(await outside, undefined);
  });

  test(`${engine}: a read outside never sees the writes of a running transaction`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    const answers: unknown[] = [];
    let outside: Promise<unknown> = Promise.resolve();
    await store.transaction(async (tx) => {
      await tx.projects.insert(project);
      outside = store.projects.byId(project.project_id).then((row) => answers.push(row));
      for (let turn = 0; turn < 20; turn++) await tx.projects.byId(project.project_id);
      same(
        answers.filter((row) => row !== undefined),
        [],
      );
    });
    await outside;
    assert.equal(answers.length, 1);
  });

  test(`${engine}: of transactions at the same time, only those that fail are rolled back`, async (t) => {
    const store = await open(t);
    const players = Array.from({ length: 40 }, () => anIdentify());
    const outcomes = await Promise.allSettled(
      players.map((player, index) =>
        store.transaction(async (tx) => {
          await tx.players.identify(player);
          if (index % 4 === 1) throw new Error(`failed ${index}`);
          await storedTicket(tx, player.player_id);
          // The database refuses this: the player does not exist.
          if (index % 4 === 3) await tx.tickets.open({ ...aTicketOfNobody(), ...afterCreate(1).state, created_at: 1 });
          return index;
        }),
      ),
    );
    for (const [index, player] of players.entries()) {
      const outcome = outcomes[index];
      const failed = index % 2 === 1;
      assert.equal(outcome?.status, failed ? 'rejected' : 'fulfilled', String(index));
      if (outcome?.status === 'fulfilled') assert.equal(outcome.value, index);
      if (index % 4 === 1) assert.equal(outcome?.status === 'rejected' && outcome.reason.message, `failed ${index}`);
      assert.equal((await store.players.byId(player.player_id)) === undefined, failed, String(index));
      assert.equal((await store.queue.ofPlayer(player.player_id)).length, failed ? 0 : 1);
    }
  });

  test(`${engine}: a failed transaction rolls back only its own writes, also if others write the same row`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const seen = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        store.transaction(async (tx) => {
          const player = await tx.players.recordTicket({ playerId, openTicketsChange: 1, context: null, now: index });
          if (index % 5 === 0) throw new Error('undo');
          return player?.open_tickets;
        }),
      ),
    );
    const counts = seen.flatMap((outcome) => (outcome.status === 'fulfilled' ? [Number(outcome.value)] : []));
    // Each saw all earlier ones, except what was rolled back.
    same(
      counts.toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    assert.equal((await playerRow(store, playerId)).open_tickets, 40);
  });

  test(`${engine}: a write outside a transaction is a transaction`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    const outcomes = await Promise.allSettled([
      store.projects.insert(project),
      store.projects.insert(project),
      store.projects.insert(aProjectRow()),
    ]);
    same(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'fulfilled', 'rejected']);
    assert.equal((await store.projects.list()).length, 2);
  });

  test(`${engine}: a closed store refuses writes`, async (t) => {
    const store = await open(t);
    await store.close();
    await assert.rejects(store.transaction(async () => true));
    assert.equal(await store.ready(), false);
  });

  test(`${engine}: the check finds no problems`, async (t) => {
    const store = await open(t);
    await storedTicket(store, await storedPlayer(store));
    assert.equal(await store.ready(), true);
    same(await store.check(), []);
  });
}

function aTicketOfNobody() {
  const { message_id, message } = aMessage('nobody', 'none');
  return {
    player_id: 'nobody',
    ticket_id: 'none',
    project_id: 'prj_a',
    type: 'bug',
    subject: 'Stuck',
    message_id,
    message,
    context: null,
  };
}
