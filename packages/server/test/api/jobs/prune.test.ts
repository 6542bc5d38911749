import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import { prune } from '../../../src/jobs/prune.ts';
import { aMember, aPlayer, aProject, aTicket, createTicket, team } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { queryRows } from '../../helpers/stored-rows.ts';

test('old audit entries, sessions and invitations are deleted in batches', async (t) => {
  const server = await startServer(t);
  const { store, clock } = server;
  for (let count = 0; count < 7; count++) await aProject(server);
  await aMember(server);
  await team(server, 'POST', '/invitations', { email: 'x@studio.example', role: 'viewer' });
  const config = { idempotencyDays: 7, auditDays: 30 };
  const run = () => prune({ store, config, now: clock.now, limit: 3, stopping: () => false });
  const rows = async (table: string) =>
    Number((await queryRows(server.databaseUrl, `SELECT count(*) AS n FROM ${table}`))[0]?.n);
  await run();
  assert.deepEqual([await rows('audit_entry'), await rows('member_session'), await rows('invitation')], [8, 1, 1]);
  clock.advance(20 * DAY);
  await aProject(server);
  clock.advance(10 * DAY);
  await run();
  assert.deepEqual([await rows('audit_entry'), await rows('member_session'), await rows('invitation')], [9, 0, 0]);
  await aProject(server);
  clock.advance(1);
  await run();
  assert.equal(await rows('audit_entry'), 2);
});

test('a request can be repeated with its key for `idempotencyDays`, and then its receipt is deleted', async (t) => {
  const server = await startServer(t);
  const { store, clock } = server;
  const config = { idempotencyDays: 7, auditDays: 30 };
  const run = () => prune({ store, config, now: clock.now, limit: 2, stopping: () => false });
  const receipts = async () =>
    Number((await queryRows(server.databaseUrl, 'SELECT count(*) AS n FROM idempotency_receipt'))[0]?.n);
  const player = await aPlayer(server);
  for (const key of ['a', 'b', 'c']) {
    assert.equal((await createTicket(server, player, {}, { headers: { 'idempotency-key': key } })).status, 201);
  }
  clock.advance(7 * DAY);
  await run();
  assert.equal(await receipts(), 3);
  clock.advance(1);
  await run();
  assert.equal(await receipts(), 0);
});

test('records of moves are deleted after 30 days', async (t) => {
  const server = await startServer(t);
  const { store, clock } = server;
  const project = await aProject(server);
  const config = { idempotencyDays: 7, auditDays: 30 };
  const run = () => prune({ store, config, now: clock.now, limit: 2, stopping: () => false });
  const next = await aPlayer(server, project);
  for (let count = 0; count < 3; count++) {
    const old = await aPlayer(server, project);
    await aTicket(server, old);
    const { body } = await server.call('POST', '/api/v1/player/support-code', { token: old.token });
    const code = { token: next.token, body: { code: body.code } };
    assert.equal((await server.call('POST', '/api/v1/player/support-code/use', code)).status, 200);
  }
  const moves = async () => (await store.recordedMoves.ofPlayer(next.id)).length;
  clock.advance(30 * DAY - 1);
  await run();
  assert.equal(await moves(), 3);
  clock.advance(1);
  await run();
  assert.equal(await moves(), 0);
});

test('support codes are deleted after a day', async (t) => {
  const server = await startServer(t);
  const { store, clock } = server;
  const config = { idempotencyDays: 7, auditDays: 30 };
  const run = () => prune({ store, config, now: clock.now, limit: 2, stopping: () => false });
  const codes = async () =>
    Number((await queryRows(server.databaseUrl, 'SELECT count(*) AS n FROM support_code'))[0]?.n);
  const { token } = await aPlayer(server);
  for (let count = 0; count < 3; count++) {
    assert.equal((await server.call('POST', '/api/v1/player/support-code', { token })).status, 200);
  }
  clock.advance(DAY - 1);
  await run();
  assert.equal(await codes(), 3);
  clock.advance(1);
  await run();
  assert.equal(await codes(), 0);
});
