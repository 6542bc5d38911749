import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { exportTickets } from '../../../../src/team/tickets/export-tickets.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { linesOf } from '../../../helpers/audit-entries.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  eventually,
  type Player,
  type Project,
  team,
  unlimited,
} from '../../../helpers/builders.ts';
import { aForm, anAnsweredTicket, SHOWN_ANSWERS } from '../../../helpers/forms.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/tickets/export';

async function exported(server: TestServer, query = ''): Promise<Record<string, unknown>[]> {
  const { status, text, headers } = await team(server, 'GET', `/tickets/export${query}`);
  assert.equal(status, 200, text);
  assert.equal(headers.get('content-type'), 'application/x-ndjson');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="tickets.ndjson"');
  return linesOf(text);
}

/** Adds one each second, ten of each player. Returns ids. */
async function fill(server: TestServer, project: Project, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let player: Player | undefined; ids.length < count; ) {
    server.clock.advance(1000);
    if (player === undefined || ids.length % 10 === 0) player = await aPlayer(server, project);
    ids.push(await aTicket(server, player));
  }
  return ids;
}

async function exportsIn(server: TestServer): Promise<number> {
  const { entries } = (await team(server, 'GET', '/audit?limit=100')).body;
  return entries.filter(({ action }: { action: string }) => action === 'ExportTickets').length;
}

/** Holds reads of the queue until `release`. */
function holdPages({ store: { queue } }: TestServer) {
  const { page } = queue;
  const [reading, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  queue.page = async (request) => {
    reading.resolve();
    await go.promise;
    return page(request);
  };
  return { isReading: reading.promise, release: go.resolve };
}

testTeamOperation(
  exportTickets,
  {
    access: { role: 'admin', elsewhere: 'hidden' },
    request: () => ({}),
    statuses: {
      400: changed({ query: '?from=yesterday' }),
    },
    statements: { usual: 5 },
  },
  () => {
    suite('an export of tickets', () => {
      test('has every ticket once, oldest first, with the answers of its player', async (t) => {
        const server = await startServer(t);
        assert.deepEqual(await exported(server), []);
        const player = await aPlayer(server);
        await unlimited(server, player.project);
        const version = await aForm(server, player.project);
        const answered = await anAnsweredTicket(server, player, version);
        const ids = [answered, ...(await fill(server, player.project, 120))];
        const [first, second, ...others] = await exported(server);
        assert.deepEqual(
          [first, second, ...others].map((line) => line?.id),
          ids,
        );
        assert.deepEqual([first?.formVersion, first?.answers], [version, SHOWN_ANSWERS]);
        assert.deepEqual([second?.formVersion, second?.answers], [null, {}]);
        const { formVersion: _version, answers: _answers, ...ticket } = first ?? {};
        const list = (await team(server, 'GET', '/tickets?view=all&sort=created&limit=1')).body.tickets;
        assert.deepEqual([ticket], list);
      });

      test('has only what matches, also an answer', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        await unlimited(server, player.project);
        const version = await aForm(server, player.project);
        const id = await anAnsweredTicket(server, player, version);
        await anAnsweredTicket(server, player, version, { device: 'phone' });
        const other = await aTicket(server, await aPlayer(server), { type: 'lag' });
        const found = async (query: string) => (await exported(server, query)).map((line) => line.id);
        assert.deepEqual(await found('?answer=device:pc'), [id]);
        assert.deepEqual(await found('?type=lag'), [other]);
        assert.deepEqual(await found(`?projectId=${player.project.id}&answer=device:tv`), []);
        assert.deepEqual(await found('?projectId=prj_none'), []);
        for (const query of ['answer=pc', 'to=2026-13-01', 'status=new']) {
          assertInvalid(await team(server, 'GET', `/tickets/export?${query}`), PATH, query.split('=')[0] ?? '');
        }
      });

      test('has no ticket that is created during the export, and no body for HEAD', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const { page } = server.store.queue;
        server.store.queue.page = async (request) => {
          server.clock.advance(1000);
          await aTicket(server, player);
          return page(request);
        };
        assert.deepEqual(
          (await exported(server)).map((line) => line.id),
          [id],
        );
        assert.equal((await exported(server, '?to=2099-01-01')).length, 2, 'also if the period ends later');
        const { status, text } = await server.call('HEAD', PATH, { token: server.teamKey });
        assert.deepEqual([status, text], [200, '']);
      });

      test('reads a page again if a ticket of it has moved meanwhile', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await anAnsweredTicket(server, player, await aForm(server, player.project));
        const { answersOf } = server.store.tickets;
        let reads = 0;
        server.store.tickets.answersOf = async (rows) => (++reads === 1 ? new Map() : answersOf(rows));
        const [line] = await exported(server);
        assert.deepEqual([line?.id, line?.answers, reads], [id, SHOWN_ANSWERS, 2]);
      });

      test('ends when the admin loses its role during a slow download', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        await unlimited(server, player.project);
        await fill(server, player.project, 51);
        const admin = await aMember(server, 'admin');
        const { page } = server.store.queue;
        let pages = 0;
        server.store.queue.page = async (request) => {
          if (++pages === 2) {
            const { status } = await team(server, 'PATCH', `/members/${admin.id}`, { role: 'agent' });
            assert.equal(status, 200);
          }
          return page(request);
        };
        // The third page is refused, which breaks the connection.
        const reply = await admin.call('GET', '/tickets/export').catch((error) => error);
        assert.ok(reply instanceof TypeError, 'the response is complete');
        assert.equal(pages, 2);
        assertProblem(await admin.call('GET', '/tickets/export'), 403, 'forbidden', PATH);
      });

      test('sends no page to an admin who lost access while the page waited for its turn', async (t) => {
        // Without a limit, no page waits.
        const server = await startServer(t, { env: { TEAM_READ_PERCENT: '99' } });
        await aTicket(server, await aPlayer(server));
        const admin = await aMember(server, 'admin');
        const held = holdPages(server);
        const first = admin.call('GET', '/tickets/export');
        await held.isReading;
        const second = admin.call('GET', '/tickets/export');
        await eventually(async () => (await exportsIn(server)) === 2);
        for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
        assert.equal((await team(server, 'PATCH', `/members/${admin.id}`, { role: 'agent' })).status, 200);
        held.release();
        assert.equal((await first).status, 200);
        assertProblem(await second, 403, 'forbidden', PATH);
      });

      test('429: more than two of one caller at the same time; others are not refused', async (t) => {
        const server = await startServer(t);
        await aTicket(server, await aPlayer(server));
        const held = holdPages(server);
        const running = [1, 2].map(() => team(server, 'GET', '/tickets/export'));
        await eventually(async () => (await exportsIn(server)) === 2);
        const refused = await team(server, 'GET', '/tickets/export');
        assertProblem(refused, 429, 'rate-limited', PATH);
        assert.equal(refused.headers.get('retry-after'), '10');
        assert.equal(await exportsIn(server), 2, 'a refused export has no entry in the audit log');
        const other = (await aMember(server, 'admin')).call('GET', '/tickets/export');
        held.release();
        for (const { status } of await Promise.all([...running, other])) assert.equal(status, 200);
        assert.equal((await exported(server)).length, 1, 'a place is free again');
      });

      test('reads no further page after the client has left, also if nothing matches', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const { queue } = server.store;
        const left = new AbortController();
        let pages = 0;
        queue.page = async () => {
          if (++pages === 3) left.abort();
          await new Promise(setImmediate);
          return { rows: [], next: {} } as never;
        };
        const url = `${server.url}${PATH}?projectId=${player.project.id}`;
        const headers = { authorization: `Bearer ${server.teamKey}` };
        await assert.rejects(fetch(url, { headers, signal: left.signal }));
        const isQuiet = async () => {
          const before = pages;
          for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
          return pages === before || pages > 5000;
        };
        await eventually(isQuiet);
        assert.ok(pages <= 5000, `${pages} pages`);
      });
    });
  },
);
