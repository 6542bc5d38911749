import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import http from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Config } from '../../../src/config/config.ts';
import { aPlayer, aTicket, eventually, type Player } from '../../helpers/builders.ts';
import { aPicture, bytesOf, upload, uploadForTicket } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { ownChildren } from '../../helpers/own-children.ts';
import { aLog, anUpload, beginPart, offsetOf, PART } from '../../helpers/uploads.ts';

const TEXT = { type: 'text/plain' };
const AT_ONCE = 4;

/** Begins both uploads that a player may have, from one address. They never go on. */
function stall(server: TestServer, player: Player, address: string): http.ClientRequest[] {
  return [1, 2].map(() => {
    const request = http.request(`${server.url}/api/v1/player/attachments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${player.token}`,
        'content-type': 'text/plain',
        'content-length': '2',
        'x-forwarded-for': address,
      },
    });
    request.on('error', () => {});
    request.write('a');
    return request;
  });
}

async function aServer(t: TestContext, changes: Partial<Config['attachments']> = {}) {
  const config = { attachments: { uploadsAtOnce: AT_ONCE, ...changes } };
  const server = await startServer(t, { env: { TRUST_PROXY: '1' }, config });
  const player = await aPlayer(server);
  const attackers = await Promise.all(Array.from({ length: AT_ONCE }, () => aPlayer(server, player.project)));
  const running = (count: number) => eventually(async () => (await server.store.attachments.count()) === count);
  return { server, player, attackers, running };
}

test('slow uploads from one address leave slots for other addresses', async (t) => {
  const { server, player, attackers, running } = await aServer(t);
  const stalled = attackers.flatMap((attacker) => stall(server, attacker, '192.0.2.1'));
  await running(AT_ONCE / 2);
  const headers = { 'x-forwarded-for': '192.0.2.2' };
  assert.equal((await upload(server, player, bytesOf('a'), { ...TEXT, headers })).status, 201);
  for (const request of stalled) request.destroy();
});

test('slow uploads of players leave slots for the team', async (t) => {
  const { server, player, attackers, running } = await aServer(t);
  const ticketId = await aTicket(server, player);
  const stalled = attackers.flatMap((attacker, at) => stall(server, attacker, `192.0.2.${at}`));
  await running(AT_ONCE);
  assert.equal((await uploadForTicket(server, ticketId, bytesOf('a'), TEXT)).status, 201);
  for (const request of stalled) request.destroy();
});

const QUICK = { slowUpload: { bytesPerSecond: 32_000, seconds: 0.2 } };

test('408: uploads that stall while others wait for their slots', async (t) => {
  const { server, player, attackers, running } = await aServer(t, QUICK);
  const stalled = attackers.slice(0, 2).flatMap((attacker, at) => stall(server, attacker, `192.0.2.${at}`));
  await running(AT_ONCE);
  const responses = stalled.map((request) => once(request, 'response'));
  const headers = { 'x-forwarded-for': '192.0.2.9' };
  assert.equal((await upload(server, player, bytesOf('a'), { ...TEXT, headers })).status, 201);
  const [response] = await Promise.race(responses);
  assert.deepEqual([response.statusCode, response.headers.connection], [408, 'close']);
  for (const request of stalled) request.destroy();
});

test('what a stalled part brought is kept, unless it is very little', async (t) => {
  const { server, player, attackers } = await aServer(t, { ...QUICK, uploadsAtOnce: 1 });
  const [attacker = assert.fail()] = attackers;
  const raw = aLog(2 * PART);
  for (const [sent, status, kept] of [
    [20_000, 204, 20_000],
    [9, 408, 0],
  ] as const) {
    const id = await anUpload(server, attacker, raw.length);
    const socket = beginPart(t, server, attacker, { id, offset: 0, raw, sent });
    const responded = once(socket, 'data');
    await eventually(async () => readdirSync(server.files.scratch).length === 1);
    assert.equal((await upload(server, player, bytesOf('a'), TEXT)).status, 201);
    const [bytes] = await responded;
    assert.match(String(bytes), new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(String(bytes), /\r\nconnection: close\r\n/i);
    assert.equal(await offsetOf(server, attacker, id), kept);
    socket.destroy();
  }
});

test('an image that waits for the worker leaves its slot to other uploads', async (t) => {
  const others = ownChildren();
  const { server, player, attackers } = await aServer(t, { uploadsAtOnce: 1 });
  const [attacker = player] = attackers;
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  const picture = await aPicture();
  assert.equal((await upload(server, attacker, picture, { headers })).status, 201);
  const workers = ownChildren().filter((pid) => !others.includes(pid));
  assert.equal(workers.length, 1);
  for (const worker of workers) process.kill(worker, 'SIGSTOP');
  const slow = upload(server, attacker, picture, { headers });
  try {
    const text = await upload(server, player, bytesOf('a'), { ...TEXT, headers: { 'x-forwarded-for': '192.0.2.2' } });
    assert.equal(text.status, 201);
  } finally {
    for (const worker of workers) process.kill(worker, 'SIGCONT');
  }
  assert.equal((await slow).status, 201);
});
