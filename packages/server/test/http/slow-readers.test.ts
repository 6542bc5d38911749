import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { createSlowReaders } from '../../src/http/guard/slow-readers.ts';
import { aPlayer, aTicket, eventually, getTicket, listTickets, type Player, poll } from '../helpers/builders.ts';
import type { ConfigChanges } from '../helpers/config-changes.ts';
import { openStream } from '../helpers/event-streams.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';

/** More than the system buffers for a client here that reads nothing. */
const LONG = 8_000_000;

/** `closed` settles when the server closes the connection. */
function sendAndNotRead(port: number, path: string, headers: readonly string[] = []): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write([`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'));
  return socket;
}

const until = (holds: () => boolean) =>
  eventually(
    async () => holds(),
    () => `${holds}`,
  );

/** The response to `/<address>` has LONG bytes and is for this address. */
async function longResponses(t: TestContext, limits: Parameters<typeof createSlowReaders>[0]) {
  const warnings: object[] = [];
  const readers = createSlowReaders(limits, { warn: (line: object) => void warnings.push(line) });
  const responses: ServerResponse[] = [];
  const server = createServer(({ url = '' }, response) => {
    readers.watch(response, () => url);
    responses.push(response);
    response.end(Buffer.alloc(url === '/short' ? 10 : LONG));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  /** Nobody reads it. Resolves when the server has written it. */
  const begin = async (path: string) => {
    const before = responses.length;
    const socket = sendAndNotRead(port, path);
    t.after(() => socket.destroy());
    await until(() => responses.length > before);
    const response = responses[before];
    assert.ok(response !== undefined);
    return { socket, response };
  };
  return { readers, warnings, begin, url: `http://127.0.0.1:${port}` };
}

suite('responses that are not read', { concurrency: true, timeout: 120_000 }, () => {
  const limits = { responseBufferMegabytes: 80, responseTimeoutSeconds: 3600 };

  test('the oldest of an address is closed when it has more than its share', async (t) => {
    const { readers, begin } = await longResponses(t, limits);
    const responses = [];
    for (let count = 0; count < 5; count++) responses.push(await begin('/a'));
    const open = responses.map(({ response }) => !response.destroyed);
    assert.deepEqual(open, [false, false, false, true, true]);
    assert.ok(readers.bytes() <= 20_000_000, String(readers.bytes()));
    assert.ok(readers.bytes() > LONG, String(readers.bytes()));
  });

  test('of many addresses, those of the address with the most are closed', async (t) => {
    const { readers, begin } = await longResponses(t, { ...limits, responseBufferMegabytes: 70 });
    const patient = await begin('/patient');
    const others: { readonly response: ServerResponse }[] = [];
    for (const address of ['/b', '/b', '/c', '/c', '/d', '/d', '/e']) others.push(await begin(address));
    const closed = () => others.flatMap(({ response }, index) => (response.destroyed ? [index] : []));
    assert.deepEqual(closed(), []);
    others.push(await begin('/e'));
    assert.ok(readers.bytes() <= 70_000_000, String(readers.bytes()));
    assert.deepEqual(closed(), [0], 'the oldest of the first with two');
    assert.equal(patient.response.destroyed, false);
  });

  test('one that is alone can be longer than the limit, and a client that reads gets all of it', async (t) => {
    const { readers, url } = await longResponses(t, { ...limits, responseBufferMegabytes: 1 });
    for (let round = 0; round < 3; round++) {
      assert.equal((await (await fetch(`${url}/a`)).arrayBuffer()).byteLength, LONG);
    }
    assert.equal((await (await fetch(`${url}/short`)).arrayBuffer()).byteLength, 10);
    await until(() => readers.bytes() === 0);
  });

  test('they no longer count when the client has gone', async (t) => {
    const { readers, begin } = await longResponses(t, limits);
    const { socket } = await begin('/a');
    assert.ok(readers.bytes() > 0);
    socket.destroy();
    await until(() => readers.bytes() === 0);
  });

  test('one that is not read in time is closed, and the log says so', async (t) => {
    const { readers, begin, warnings } = await longResponses(t, { ...limits, responseTimeoutSeconds: 1 });
    const { response } = await begin('/a');
    assert.equal(response.destroyed, false);
    await once(response, 'close');
    assert.equal(readers.bytes(), 0);
    await until(() => warnings.length > 0);
    assert.deepEqual(warnings, [{ closed: 1, bytes: 0 }]);
  });
});

/** Writes a ticket whose response has at least LONG bytes. */
async function aLongTicket(server: TestServer, player: Player): Promise<string> {
  const ticketId = await aTicket(server, player);
  const message = '😀'.repeat(250_000);
  for (let count = 0; count * 1_000_000 < LONG; count++) {
    const key = { player_id: player.id, ticket_id: ticketId, message_id: `msg_long${count}` };
    await server.store.transaction((tx) =>
      tx.tickets.addPlayerReply({ ...key, message, created_at: server.clock.now }),
    );
  }
  return ticketId;
}

/** Counts reads that began, ended and were sent. */
async function watchedServer(t: TestContext, config: ConfigChanges) {
  const counts = { began: 0, ended: 0, sent: 0 };
  const sockets: Socket[] = [];
  // Before the server's stop, which waits for them.
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const server = await startServer(t, {
    // Connections stay open on slow machines.
    config: { requestTimeoutSeconds: 300, responseBufferMegabytes: 1000, ...config },
    load: { began: () => void counts.began++, ended: () => void counts.ended++, sent: () => void counts.sent++ },
  });
  const getAndNotRead = (path: string, token: string): Socket => {
    const socket = sendAndNotRead(Number(new URL(server.url).port), path, [`Authorization: Bearer ${token}`]);
    sockets.push(socket);
    return socket;
  };
  return { server, counts, getAndNotRead };
}

suite('a slot of a caller', { timeout: 120_000 }, () => {
  test('of a player is taken until the response is sent or its connection is closed', async (t) => {
    const { server, counts, getAndNotRead } = await watchedServer(t, { playerReadsAtOnce: 2 });
    const player = await aPlayer(server);
    const other = await aPlayer(server, player.project);
    const ticketId = await aLongTicket(server, player);
    const get = () => getAndNotRead(`/api/v1/tickets/${ticketId}`, player.token);
    const [first] = [get(), get()];
    await until(() => counts.ended === 2);
    get();
    get();
    // Both requests arrive before the answers.
    for (let round = 1; round <= 5; round++) {
      assert.equal((await poll(server, other)).status, 200);
      assert.equal(counts.began, 2 + round);
    }
    await until(() => counts.sent === 5);
    first?.destroy();
    await until(() => counts.ended === 8 && counts.sent === 6);
    assert.equal(counts.began, 8, 'one of the two that waited');
  });

  test('of a player is free again after each response', async (t) => {
    const { server, counts } = await watchedServer(t, { playerReadsAtOnce: 1 });
    const player = await aPlayer(server);
    const ticketId = await aLongTicket(server, player);
    for (let round = 0; round < 2; round++) {
      assert.equal((await getTicket(server, player, ticketId)).body.messages.length, LONG / 1_000_000 + 1);
      assert.equal((await poll(server, player)).status, 200);
      assert.equal((await listTickets(server, { ...player, token: 'pat_unknown' })).status, 401);
    }
    await until(() => counts.sent === counts.began);
  });

  test('of a member or key is taken until the response is sent, but a stream of events takes none', async (t) => {
    const { server, getAndNotRead } = await watchedServer(t, { teamRequestsAtOnce: 1 });
    const player = await aPlayer(server);
    const ticketId = await aLongTicket(server, player);
    const stream = await openStream(t, server);
    assert.equal((await server.call('GET', '/api/v1/team/tickets', { token: server.teamKey })).status, 200);
    const held = getAndNotRead(`/api/v1/team/tickets/${ticketId}`, server.teamKey);
    await until(() => server.responses.has('GetTeamTicket 200'));
    let answered = false;
    const next = server.call('GET', '/api/v1/team/tickets', { token: server.teamKey }).then(({ status }) => {
      answered = true;
      return status;
    });
    for (let round = 0; round < 5; round++) assert.equal((await poll(server, player)).status, 200);
    assert.equal(answered, false);
    held.destroy();
    assert.equal(await next, 200);
    assert.equal(stream.status, 200);
    stream.disconnect();
  });
});

test('a client that does not read its tickets is closed when it has more than its share', {
  timeout: 120_000,
}, async (t) => {
  const { server, counts, getAndNotRead } = await watchedServer(t, { responseBufferMegabytes: 80 });
  const player = await aPlayer(server);
  const ticketId = await aLongTicket(server, player);
  for (let count = 0; count < 6; count++) getAndNotRead(`/api/v1/tickets/${ticketId}`, player.token);
  // A quarter of 80 MB has room for two.
  await until(() => counts.ended === 6 && counts.sent === 4);
  const closed = () =>
    server.log
      .filter((line) => line.includes('read too slowly'))
      .reduce((sum, line) => sum + (JSON.parse(line) as { closed: number }).closed, 0);
  await until(() => closed() === 4);
});
