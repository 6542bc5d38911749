import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { suite, type TestContext, test } from 'node:test';
import { clamav, type Scanner } from '../../../src/attachments/clamav.ts';
import { SingleRun } from '../../../src/domain/single-run.ts';
import { MINUTE, NEVER, SECOND } from '../../../src/domain/time.ts';
import { createScans } from '../../../src/jobs/scan-attachments.ts';
import { aPlayer, aTicket, eventually, getTicket, type Player, team } from '../../helpers/builders.ts';
import { aBrokenScanner, EICAR, startClamd } from '../../helpers/clamd.ts';
import { forgetEarlierEvents, isTicket, openStream } from '../../helpers/event-streams.ts';
import { anAttachment, attachmentsOf, bytesOf } from '../../helpers/files.ts';
import { freePort } from '../../helpers/free-port.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const TEXT = { name: 'game.log', type: 'text/plain' };

async function scanned(t: TestContext, scanner?: Scanner, timeoutMs = MINUTE) {
  const port = Number(await freePort());
  const server = await startServer(t, { env: { CLAMAV: `127.0.0.1:${port}` } });
  const errors: string[] = [];
  const logger = { error: ({ err }: { err: Error }) => void errors.push(err.message) };
  const { store, files, live } = server;
  const clock = () => server.clock.now;
  const another = (one = scanner ?? clamav({ host: '127.0.0.1', port })) => {
    const stopped = new AbortController();
    const options = { store, files, live, clock, timeoutMs, logger: logger as never, stopping: stopped.signal };
    const run = new SingleRun(createScans({ ...options, scanner: one }));
    const stop = () => {
      stopped.abort();
      return run.idle();
    };
    return { round: () => void run.begin(), stop };
  };
  const scans = another();
  t.after(() => scans.stop());
  return { server, port, scans, errors, another };
}

const filesOf = async (server: TestServer, player: Player, ticketId: string) => ({
  player: (await attachmentsOf(server, player, ticketId))[0],
  team: (await team(server, 'GET', `/tickets/${ticketId}`)).body.messages[0].attachments[0],
});

suite('with a scanner', () => {
  test('nobody can read a file until clamd has answered, also while clamd is away', async (t) => {
    const { server, port, scans, errors } = await scanned(t);
    const player = await aPlayer(server);
    const id = await anAttachment(server, player, bytesOf('clean'), TEXT);
    const ticketId = await aTicket(server, player, { attachments: [id] });
    const stream = await openStream(t, server);
    await forgetEarlierEvents(server, stream);
    scans.round();
    await eventually(async () => errors.length > 0);
    const waiting = await filesOf(server, player, ticketId);
    for (const file of [waiting.player, waiting.team]) assert.deepEqual([file.url, file.scan], [null, 'waiting']);

    await startClamd(t, port);
    scans.round();
    assert.equal((await filesOf(server, player, ticketId)).player.url, null, 'it waits after a failure');
    server.clock.advance(30 * SECOND);
    scans.round();
    await stream.received(isTicket(ticketId));
    const read = await filesOf(server, player, ticketId);
    assert.equal('scan' in read.player, false);
    assert.equal((await server.call('GET', read.team.url)).text, 'clean');
  });

  test('a file of another player does not wait for many files of one', async (t) => {
    const order: string[] = [];
    const scanner: Scanner = {
      async scan(file) {
        order.push(await text(file));
        return 'clean';
      },
    };
    const { server, scans } = await scanned(t, scanner);
    const player = await aPlayer(server);
    for (let index = 0; index < 11; index++) await anAttachment(server, player, bytesOf(`many ${index}`), TEXT);
    server.clock.advance(SECOND);
    await anAttachment(server, await aPlayer(server, player.project), bytesOf('other'), TEXT);
    scans.round();
    await eventually(async () => order.length === 12);
    assert.ok(order.indexOf('other') <= 1, order.join());
  });

  test('malware is deleted and never shown, and a new message cannot get it', async (t) => {
    const { server, port, scans } = await scanned(t);
    await startClamd(t, port);
    const player = await aPlayer(server);
    const [bound, unbound] = [
      await anAttachment(server, player, bytesOf(EICAR), TEXT),
      await anAttachment(server, player, bytesOf(`${EICAR}\n`), TEXT),
    ];
    const ticketId = await aTicket(server, player, { attachments: [bound] });
    scans.round();
    await eventually(async () => (await filesOf(server, player, ticketId)).team.scan === 'infected');
    await eventually(async () => (await Array.fromAsync(server.files.list())).length === 0);
    const { player: seen } = await filesOf(server, player, ticketId);
    assert.deepEqual([seen.name, seen.url, seen.scan], ['game.log', null, 'infected']);
    const reply = { message: 'see', attachments: [unbound] };
    const answer = await server.call('POST', `/api/v1/tickets/${ticketId}/messages`, {
      token: player.token,
      body: reply,
    });
    assert.deepEqual([answer.status, answer.body.refusedAttachments], [200, [unbound]]);
    assert.equal((await getTicket(server, player, ticketId)).body.messages.length, 2);
  });
});

suite('a scanner that is broken', () => {
  for (const [what, answer] of [
    ['answers something else', 'stream: ERROR\0'],
    ['answers without an end', 'x'.repeat(10_000)],
    ['closes the connection', undefined],
  ] as const) {
    test(`${what}: the file stays hidden, and is scanned again`, async (t) => {
      const address = await aBrokenScanner(t, (socket) =>
        answer === undefined ? socket.destroy() : socket.write(answer),
      );
      const { server, scans, errors } = await scanned(t, clamav(address));
      const player = await aPlayer(server);
      const ticketId = await aTicket(server, player, { attachments: [await anAttachment(server, player)] });
      scans.round();
      await eventually(async () => errors.length === 1);
      assert.equal((await filesOf(server, player, ticketId)).player.scan, 'waiting');
      server.clock.advance(30 * SECOND);
      scans.round();
      await eventually(async () => errors.length === 2);
    });
  }

  test('fails at some files: all others are scanned in the same round', async (t) => {
    const picky: Scanner = {
      scan: async (file) => ((await text(file)) === 'clean' ? 'clean' : Promise.reject(new Error('cannot scan this'))),
    };
    const { server, scans, errors } = await scanned(t, picky);
    const player = await aPlayer(server);
    const attachments: string[] = [];
    for (const content of ['bad', 'clean', 'bad', 'clean']) {
      attachments.push(await anAttachment(server, player, bytesOf(content), TEXT));
    }
    const ticketId = await aTicket(server, player, { attachments });
    scans.round();
    await eventually(async () => errors.length > 0);
    const scansOf = async () =>
      (await attachmentsOf(server, player, ticketId)).map(({ scan }: { scan?: string }) => scan);
    assert.deepEqual(await scansOf(), ['waiting', undefined, 'waiting', undefined]);
    assert.deepEqual(errors, ['cannot scan this'], 'one line of the log for all');
    server.clock.advance(30 * SECOND);
    assert.ok(await server.store.attachments.anyToScan({ now: server.clock.now, latest: NEVER }));
  });

  for (const [what, failure, pauses] of [
    [
      'cannot scan a file: it waits longer each time, an hour at most',
      {},
      [30, 30, 60, 120, 240, 480, 960, 1920, 3600],
    ],
    ['is away: a file is scanned again every 30 seconds', { syscall: 'connect' }, [30, 30, 30, 30]],
  ] as const) {
    test(what, async (t) => {
      const failing: Scanner = {
        scan: (file) => {
          file.destroy();
          return Promise.reject(Object.assign(new Error('no'), failure));
        },
      };
      const { server, scans, errors } = await scanned(t, failing);
      await anAttachment(server, await aPlayer(server));
      const isDue = () => server.store.attachments.anyToScan({ now: server.clock.now, latest: NEVER });
      for (const [count, pause] of pauses.entries()) {
        scans.round();
        await eventually(async () => errors.length === count + 1);
        server.clock.advance(pause * SECOND - 1);
        assert.equal(await isDue(), false, `after ${count + 1} failures`);
        server.clock.advance(1);
        assert.equal(await isDue(), true, `after ${count + 1} failures`);
      }
    });
  }

  test('does not answer: it is left after the time-out, and a stop does not wait for it', async (t) => {
    const address = await aBrokenScanner(t, () => {});
    const { server, scans, errors } = await scanned(t, clamav(address), 50);
    const player = await aPlayer(server);
    await anAttachment(server, player);
    scans.round();
    await eventually(async () => errors.length === 1);
    const { scans: other, server: second } = await scanned(t, clamav(address));
    await anAttachment(second, await aPlayer(second));
    other.round();
    await other.stop();
    assert.equal(
      await second.store.attachments.anyToScan({ now: second.clock.now, latest: NEVER }),
      false,
      'it is taken',
    );
  });

  test('a node that is killed while it scans: another one takes over its files', async (t) => {
    let scansBegun = 0;
    const hanging: Scanner = {
      scan: (file, signal) => {
        file.destroy();
        scansBegun++;
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const { server, scans, another } = await scanned(t, hanging);
    const player = await aPlayer(server);
    await anAttachment(server, player);
    scans.round();
    await eventually(async () => scansBegun === 1);
    const next = another();
    t.after(() => next.stop());
    next.round();
    server.clock.advance(11 * MINUTE);
    await eventually(async () => {
      next.round();
      return scansBegun === 2;
    });
  });
});
