import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SECOND } from '../../../../src/domain/time.ts';
import { streamEvents } from '../../../../src/team/events/stream-events.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aTicket, eventually } from '../../../helpers/builders.ts';
import { emptyDatabase } from '../../../helpers/databases.ts';
import { type EventReader, isTicket, openStream } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { nodeOf } from '../../../helpers/postgres-nodes.ts';
import { startProcess } from '../../../helpers/programs.ts';
import { exchange, rawRequest } from '../../../helpers/raw-http.ts';

const PATH = '/api/v1/team/events';

async function changeMany({ live }: TestServer, listener: EventReader): Promise<void> {
  for (let batch = 0; batch < 6; batch++) {
    for (let index = 0; index < 199; index++) live.ticketChanged(`prj_${batch}`, `tkt_${index}`);
    await listener.received(({ data }) => data.projectId === `prj_${batch}`);
  }
}

testTeamOperation(
  streamEvents,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: () => ({}),
    statements: { usual: 0 },
  },
  () => {
    suite('a stream', () => {
      test('has the headers and first lines that clients and proxies need, and heartbeats', async (t) => {
        const server = await startServer(t, { config: { live: { heartbeatSeconds: 1 } } });
        const listener = await openStream(t, server);
        const { 'content-type': type, 'cache-control': cache, 'x-accel-buffering': buffering } = listener.headers;
        assert.deepEqual([type, cache, buffering], ['text/event-stream', 'no-store, no-transform', 'no']);
        assert.equal(listener.headers['content-encoding'], undefined);
        server.pass(SECOND);
        await eventually(async () => {
          return /^retry: 2000\n\nid: [0-9a-f]{16}-\d+\nevent: reset\ndata: \{\}\n\n.*id: [0-9a-f]{16}-\d+\nevent: beat\ndata: \{\}\n\n/s.test(
            listener.text(),
          );
        });
      });

      test('is not opened by HEAD', async (t) => {
        const server = await startServer(t, { config: { live: { streams: 0 } } });
        const { status, text } = await server.call('HEAD', PATH, { token: server.teamKey });
        assert.deepEqual([status, text], [200, '']);
      });

      test('outlives the time-outs of requests and idle connections', async (t) => {
        const config = { requestTimeoutSeconds: 1, keepAliveSeconds: 1 };
        const server = await startServer(t, { config });
        const listener = await openStream(t, server);
        // Both time-outs close other connections.
        for (const part of ['GET / HTTP/1.1\r\nHost: local', 'GET /livez HTTP/1.1\r\nHost: local\r\n\r\n'])
          await exchange(server.url, part);
        await listener.received(isTicket(await aTicket(server, await aPlayer(server))));
      });

      test('resumes without gaps or duplicates; if that is impossible, it begins with a reset', async (t) => {
        const server = await startServer(t);
        const { live } = server;
        const change = (index: number) => live.ticketChanged('prj_a', `tkt_${index}`);
        const first = await openStream(t, server);
        change(1);
        await first.received(isTicket('tkt_1'));
        first.disconnect();
        const other = await openStream(t, server);
        for (const index of [2, 3]) change(index);
        await other.received(isTicket('tkt_3'));
        for (const index of [4, 5]) change(index);
        const second = await openStream(t, server, { lastEventId: first.lastEventId() });
        await second.received(isTicket('tkt_5'));
        assert.deepEqual(
          second.events.map(({ data }) => data.ticketId),
          ['tkt_2', 'tkt_3', 'tkt_4', 'tkt_5'],
        );
        second.disconnect();
        const third = await openStream(t, server, { lastEventId: second.lastEventId() });
        change(6);
        await third.received(isTicket('tkt_6'));
        assert.equal(third.events.length, 1, 'nothing was missed: no reset');

        const [epoch = ''] = third.lastEventId()?.split('-') ?? [];
        const strange = [
          undefined,
          `${'0'.repeat(16)}-1`,
          `${epoch}-999999`,
          `${epoch}--1`,
          `${epoch}-`,
          epoch,
          '',
          'x',
        ];
        for (const lastEventId of strange) {
          const other = await openStream(t, server, { lastEventId });
          assert.equal((await other.received(() => true)).name, 'reset', String(lastEventId));
          other.disconnect();
        }
        await changeMany(server, third);
        const old = await openStream(t, server, { lastEventId: second.lastEventId() });
        assert.equal((await old.received(() => true)).name, 'reset', 'too old');
      });

      test('can be resumed by a client that may not see any of the changes', async (t) => {
        const server = await startServer(t, { config: { live: { heartbeatSeconds: 1 } } });
        const member = await aMember(server, 'viewer', { projectIds: [] });
        const headers = { cookie: member.cookie };
        const listener = await openStream(t, server, { headers });
        const all = await openStream(t, server);
        await changeMany(server, all);
        server.pass(SECOND);
        await eventually(async () => listener.lastEventId() === all.lastEventId());
        listener.disconnect();
        const again = await openStream(t, server, { headers, lastEventId: listener.lastEventId() });
        // A reset would come before the beat.
        server.pass(SECOND);
        await eventually(async () => again.text().includes('event: beat'));
        assert.deepEqual(again.events, []);
      });

      test('that nobody reads is cut off, and other streams miss nothing', async (t) => {
        const server = await startServer(t);
        const slow = await openStream(t, server);
        const good = await openStream(t, server);
        slow.stopReading();
        let batches = 0;
        // About 100 KB each. At first, both sides' socket buffers take some megabytes.
        for (; server.live.streams() === 2; batches++) {
          assert.ok(batches < 300, `not cut after ${batches} batches`);
          for (let index = 0; index < 950; index++) {
            server.live.ticketChanged(`prj_${index % 5}`, `tkt_${batches}_${index}_${'x'.repeat(40)}`);
          }
          await good.received(isTicket(`tkt_${batches}_949_${'x'.repeat(40)}`));
          good.events.length = 0;
        }
        server.live.ticketChanged('prj_a', 'tkt_last');
        await good.received(isTicket('tkt_last'));
      });
    });

    suite('limits', () => {
      test('429: too many streams of one member, while other members can open streams', async (t) => {
        const server = await startServer(t, { config: { live: { streamsPerMember: 2 } } });
        const [member, other] = [await aMember(server), await aMember(server)];
        const headers = { cookie: member.cookie };
        const open = await openStream(t, server, { headers });
        await openStream(t, server, { headers });
        const refused = await exchange(server.url, rawRequest('GET', PATH, [`Cookie: ${member.cookie}`]));
        assertProblem(refused, 429, 'rate-limited', PATH);
        assert.equal(refused.headers.get('retry-after'), '30');
        assert.equal((await openStream(t, server, { headers: { cookie: other.cookie } })).status, 200);
        open.disconnect();
        await eventually(async () => {
          const again = await openStream(t, server, { headers });
          return again.status === 200;
        });
      });

      test('503: too many streams of all members', async (t) => {
        const server = await startServer(t, { config: { live: { streams: 1 } } });
        await openStream(t, server);
        const member = await aMember(server);
        const refused = await exchange(server.url, rawRequest('GET', PATH, [`Cookie: ${member.cookie}`]));
        assertProblem(refused, 503, 'unavailable', PATH);
      });
    });

    test('503: none are opened while the server stops', async (t) => {
      const server = await startServer(t);
      server.live.close();
      const { status, headers } = await openStream(t, server);
      assert.deepEqual([status, headers['retry-after']], [503, '30']);
    });

    test('SIGTERM ends open streams properly, and the process without a deadline', async (t) => {
      const process = await startProcess(t, { DATABASE_URL: await emptyDatabase(t) });
      const [, teamKey = ''] = await process.wrote(/shown only this once: (\S+)/);
      const node = nodeOf(process, teamKey);
      const listeners = await Promise.all(Array.from({ length: 10 }, () => openStream(t, node)));
      process.kill('SIGTERM');
      await Promise.all(listeners.map(({ ended }) => ended));
      assert.equal(await process.exited, 0);
      assert.doesNotMatch(process.stdout(), /SHUTDOWN_SECONDS/);
    });
  },
);
