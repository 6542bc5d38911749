import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { DAY, HOUR } from '../../../../src/domain/time.ts';
import { exportAuditLog } from '../../../../src/team/audit/export-audit-log.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { anAuditEntry, linesOf } from '../../../helpers/audit-entries.ts';
import { aMember, aProject, eventually, team } from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { cli, printed } from '../../../helpers/programs.ts';

const PATH = '/api/v1/team/audit/export';

async function exported(server: TestServer, query = ''): Promise<Record<string, unknown>[]> {
  const { status, text, headers } = await team(server, 'GET', `/audit/export${query}`);
  assert.equal(status, 200, text);
  assert.equal(headers.get('content-type'), 'application/x-ndjson');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="audit-log.ndjson"');
  return linesOf(text);
}

async function fill({ store, clock }: TestServer, count: number, details = '{}'): Promise<void> {
  await store.transaction(async ({ audit }) => {
    for (let index = 0; index < count; index++) {
      clock.advance(60_000);
      await audit.add(anAuditEntry(clock.now, { action: 'UpdateTicket', target: `tkt_${index}`, details }));
    }
  });
}

testTeamOperation(
  exportAuditLog,
  {
    access: { role: 'owner', elsewhere: 'all projects' },
    request: () => ({}),
    statuses: {
      400: changed({ query: '?from=yesterday' }),
    },
    statements: { usual: 4 },
  },
  () => {
    suite('an export of the audit log', () => {
      test('has every entry once, oldest first, as in the list', async (t) => {
        const server = await startServer(t);
        assert.deepEqual(await exported(server), []);
        await fill(server, 250);
        await aProject(server);
        const lines = await exported(server);
        assert.deepEqual(
          lines.map(({ target }) => target).slice(0, -1),
          Array.from({ length: 250 }, (_none, index) => `tkt_${index}`),
        );
        const [newest] = (await team(server, 'GET', '/audit')).body.entries;
        assert.deepEqual(lines.at(-1), newest);
      });

      test('has only the entries of a period', async (t) => {
        const server = await startServer(t);
        await fill(server, 300);
        const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
        const targets = async (query: string) => (await exported(server, query)).map(({ target }) => target);
        assert.deepEqual(await targets(`?from=${at(120)}&to=${at(122)}`), ['tkt_119', 'tkt_120']);
        assert.deepEqual(await targets(`?from=${at(299)}`), ['tkt_298', 'tkt_299']);
        assert.deepEqual(await targets(`?to=${at(3)}`), ['tkt_0', 'tkt_1']);
        assert.deepEqual((await targets('?from=2026-01-01&to=2026-01-02')).length, 300);
        assert.deepEqual(await targets('?from=2026-01-02'), []);
        for (const name of ['from', 'to']) {
          for (const value of ['x', '2026-13-01', '2026-01-01T12:00:00']) {
            assertInvalid(await team(server, 'GET', `/audit/export?${name}=${value}`), PATH, name);
          }
        }
      });

      test('is only for owners of all projects, and has no body for HEAD', async (t) => {
        const server = await startServer(t);
        const { id } = await aProject(server);
        for (const [role, projectIds] of [
          ['admin', null],
          ['owner', [id]],
        ] as const) {
          const member = await aMember(server, role, { projectIds });
          assertProblem(await member.call('GET', '/audit/export'), 403, 'forbidden', PATH);
        }
        const { status, text } = await server.call('HEAD', PATH, { token: server.teamKey });
        assert.deepEqual([status, text], [200, '']);
      });

      test('reads a page only when the client has taken the last ones', async (t) => {
        const server = await startServer(t);
        // Far more than two sockets' buffers.
        const text = JSON.stringify({ tags: Array.from({ length: 80 }, () => 'x'.repeat(90)) });
        await fill(server, 3000, text);
        let pages = 0;
        const { after } = server.store.audit;
        server.store.audit.after = (...params) => {
          pages++;
          return after(...params);
        };
        const { hostname, port } = new URL(server.url);
        const socket = connect(Number(port), hostname);
        t.after(() => socket.destroy());
        socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.teamKey}\r\n\r\n`);
        await once(socket, 'readable');
        socket.pause();
        // Full buffers stop it: many other requests see no further page.
        await eventually(async () => {
          const before = pages;
          for (let count = 0; count < 50; count++) await server.call('GET', '/readyz');
          return before === pages && pages > 0;
        });
        assert.ok(pages < 25, `${pages} of 31 pages were read for a client that reads nothing`);
        assert.equal((await team(server, 'GET', '/projects')).status, 200);
      });

      const losses = { account: { disabled: true }, role: { role: 'admin' }, projects: { projectIds: [] } };
      for (const [what, change] of Object.entries(losses)) {
        test(`ends when the owner loses its ${what} during a slow download`, async (t) => {
          const server = await startServer(t);
          const [owner, other] = [await aMember(server, 'owner'), await aMember(server, 'owner')];
          await fill(server, 3000, JSON.stringify({ target: 'x'.repeat(8000) }));
          const { hostname, port } = new URL(server.url);
          const socket = connect(Number(port), hostname);
          t.after(() => socket.destroy());
          let text = '';
          socket.setEncoding('utf8');
          socket.write(
            `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${owner.cookie}\r\n\r\n`,
          );
          await once(socket, 'readable');
          assert.equal((await other.call('PATCH', `/members/${owner.id}`, change)).status, 200);
          socket.on('data', (chunk: string) => {
            text += chunk;
          });
          await once(socket, 'close');
          assert.match(text, /^HTTP\/1\.1 200 /);
          assert.ok(!text.includes('UpdateMember') && !text.endsWith('0\r\n\r\n'), 'it was cut off');
        });
      }

      test('is what the command prints', async (t) => {
        const server = await startServer(t);
        await fill(server, 120);
        const settings = { DATABASE_URL: server.databaseUrl };
        const run = async (...args: string[]) => linesOf(printed(await cli(['audit', 'export', ...args], settings)));
        assert.deepEqual(await run(), await exported(server));
        const hour = new Date(START + HOUR).toISOString();
        assert.equal((await run('--from', hour)).length, 61);
        assert.equal((await run('--to', hour)).length, 59);
        assert.deepEqual(await run('--from', new Date(START + DAY).toISOString()), []);
        const refused = await cli(['audit', 'export', '--from', 'yesterday'], settings);
        assert.match(refused.stderr, /^player-support: --from must be a date such as/);
      });
    });
  },
);
