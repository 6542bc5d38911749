import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../../src/config/config.ts';
import { newId, timeOfId } from '../../../src/domain/ids.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/time.ts';
import { startJobs } from '../../../src/jobs/jobs.ts';
import type { AuditWebhook } from '../../../src/team/audit/audit-webhook.ts';
import type { LastUse } from '../../../src/team/last-use.ts';
import { addEntries, anAuditNode, idsOf } from '../../helpers/audit-webhook.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  eventually,
  PASSWORD,
  playerReply,
  setStatus,
  team,
  updateProject,
} from '../../helpers/builders.ts';
import { type Api, call, type Reply } from '../../helpers/call.ts';
import { emptyDatabase, executeSql } from '../../helpers/databases.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { aNode, aReceiver } from '../../helpers/notifications.ts';
import { cli, firstKey, printed, startProcess } from '../../helpers/programs.ts';
import { queryRows } from '../../helpers/stored-rows.ts';

/** With the column for a row's age. */
const PRUNED_TABLES = [
  ['idempotency_receipt', 'created_at'],
  ['member_session', 'expires_at'],
  ['invitation', 'expires_at'],
  ['audit_entry', 'created_at'],
] as const;

function jobsOf(
  t: TestContext,
  server: TestServer,
  parts: { store?: object; lastUse?: Partial<LastUse>; auditWebhook?: AuditWebhook | undefined } = {},
) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const log: string[] = [];
  const jobs = startJobs({
    store: { ...server.store, ...parts.store },
    config: readConfig({}),
    clock: () => server.clock.now,
    elapsed: server.elapsed,
    logger: pino({ base: null }, { write: (line: string) => void log.push(line) }),
    live: server.live,
    lastUse: { ...server.lastUse, ...parts.lastUse },
    refusedRequests: server.refusedRequests,
    outbox: aNode(server).outbox,
    auditWebhook: parts.auditWebhook,
    stormWatch: server.stormWatch,
    activePlayers: server.activePlayers,
    baselines: server.baselines,
    files: server.files,
  });
  return {
    log,
    stop: (milliseconds = MINUTE) => jobs.stop(milliseconds),
    secondPasses: () => t.mock.timers.tick(SECOND),
  };
}

const withDueTickets = ({ store }: TestServer, dueForClosing: () => Promise<readonly object[]>): object => ({
  tickets: { ...store.tickets, dueForClosing },
});

suite('the jobs of a running server', () => {
  test('close tickets, delete old rows, fill the index of the search and store last uses, even after a failure', async (t) => {
    const databaseUrl = await emptyDatabase(t);
    const process = await startProcess(t, { DATABASE_URL: databaseUrl });
    const teamKey = await firstKey(process, databaseUrl);
    const { url } = process;
    const api: Api = { url, teamKey, call: (method, path, options) => call(url, method, path, options) };
    const player = await aPlayer(api);
    assert.equal((await updateProject(api, player.project, { autoCloseDays: 1e-9 })).status, 200);

    await roundOfWork(api, databaseUrl, player);
    assert.doesNotMatch(process.stdout(), /a job failed/);
    await executeSql(databaseUrl, 'ALTER TABLE idempotency_receipt RENAME TO away');
    await process.wrote(/"job":"prune","msg":"a job failed/);
    await executeSql(databaseUrl, 'ALTER TABLE away RENAME TO idempotency_receipt');
    await roundOfWork(api, databaseUrl, player);

    const ticketId = await aTicket(api, player, { message: 'Capybara' });
    await eventually(async () => foundIn(await team(api, 'GET', '/search?q=capybara')) === ticketId);
    const uses = () => queryRows(databaseUrl, 'SELECT last_used_at AS at FROM api_key');
    await eventually(async () => Number((await uses())[0]?.at) > 0);
    // Later uses are stored after a minute or at the stop.
    const { key, apiKey } = (await team(api, 'POST', '/api-keys', { name: 'k', role: 'viewer' })).body;
    assert.equal((await api.call('GET', '/api/v1/team/projects', { token: key })).status, 200);

    process.kill('SIGTERM');
    assert.equal(await process.exited, 0);
    const keys = JSON.parse(printed(await cli(['api-key', 'list', '--json'], { DATABASE_URL: databaseUrl })));
    const listed = keys.find(({ id }: { id: string }) => id === apiKey.id);
    assert.match(listed.lastUsedAt, /^\d{4}-\d\d-\d\dT/);
    const failed = process.stdout().match(/^.*a job failed.*$/gm) ?? [];
    for (const line of failed) assert.match(line, /"job":"prune"/, 'only what was broken above');
    assert.match(process.stdout(), /"msg":"stopped"/);
    assert.equal(process.stderr(), '');
  });
});

const foundIn = ({ body }: Reply): string | undefined => body.results[0]?.ticket.id;

let workCount = 0;

async function roundOfWork(api: Api, databaseUrl: string, player: Awaited<ReturnType<typeof aPlayer>>): Promise<void> {
  const number = ++workCount;
  const reply = await createTicket(api, player, {}, { headers: { 'idempotency-key': `key-${number}` } });
  assert.equal(reply.status, 201, reply.text);
  const { ticketId } = reply.body;
  for (const name of ['joins', 'waits']) {
    const email = `${name}-${number}@studio.example`;
    const invited = await team(api, 'POST', '/invitations', { email, role: 'viewer' });
    assert.equal(invited.status, 201, invited.text);
    if (name === 'waits') continue;
    const body = { token: invited.body.token, name, password: PASSWORD };
    assert.equal((await api.call('POST', '/api/v1/team/invitations/accept', { body })).status, 201);
  }
  const rows = async (table: string) =>
    Number((await queryRows(databaseUrl, `SELECT count(*) AS n FROM ${table}`))[0]?.n);
  for (const [table, column] of PRUNED_TABLES) {
    assert.ok((await rows(table)) > 0, table);
    await executeSql(databaseUrl, `UPDATE ${table} SET ${column} = 0`);
  }
  assert.equal((await setStatus(api, ticketId, 'resolved')).status, 200);
  await eventually(async () => (await team(api, 'GET', `/tickets/${ticketId}`)).body.status === 'closed');
  // The request above adds an audit entry.
  for (const [table, column] of PRUNED_TABLES) {
    await eventually(async () => (await rows(`${table} WHERE ${column} = 0`)) === 0);
  }
}

suite('rounds', () => {
  test('begin after the interval, but not while another round runs', async (t) => {
    const server = await startServer(t);
    let began = 0;
    const due = async () => {
      began++;
      return [];
    };
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const jobs = jobsOf(t, server, { store: withDueTickets(server, due), lastUse: { write: () => held } });
    assert.equal(began, 0);
    // A round begins while its timer is called.
    for (let second = 0; second < 5; second++) jobs.secondPasses();
    assert.equal(began, 1);
    release();
    await eventually(async () => {
      jobs.secondPasses();
      return began === 2;
    });
    await jobs.stop();
  });

  test('do all due work, in several batches if necessary, and other jobs do not wait for it', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ticket_id = await aTicket(server, player);
    // The store finds it, but it was reopened.
    const found = { player_id: player.id, ticket_id, resolved_at: 1 };
    const batches = [100, 100, 3].map((size) => Array<object>(size).fill(found));
    const { promise: others, resolve: othersRan } = Promise.withResolvers<void>();
    const done: string[] = [];
    const due = async () => {
      done.push('batch');
      await others;
      return batches.shift() ?? [];
    };
    const write = async () => {
      done.push('uses of keys');
      othersRan();
    };
    const jobs = jobsOf(t, server, { store: withDueTickets(server, due), lastUse: { write } });
    jobs.secondPasses();
    await eventually(async () => done.length === 4);
    assert.deepEqual(done, ['batch', 'uses of keys', 'batch', 'batch']);
    await jobs.stop();
  });

  test('leave a ticket open if its player replied after it was found', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    await setStatus(server, ticketId, 'resolved');
    server.clock.advance(7 * DAY);
    const found = async () => {
      const due = await server.store.tickets.dueForClosing({ now: server.clock.now, limit: 100 });
      assert.deepEqual(
        due.map(({ ticket_id }) => ticket_id),
        [ticketId],
      );
      assert.equal((await playerReply(server, player, ticketId)).status, 200);
      return due;
    };
    const jobs = jobsOf(t, server, { store: withDueTickets(server, found) });
    jobs.secondPasses();
    await jobs.stop();
    assert.deepEqual(jobs.log, []);
    assert.equal((await team(server, 'GET', `/tickets/${ticketId}`)).body.status, 'open');
  });

  for (const job of ['close-resolved', 'last-use', 'prune'] as const) {
    test(`continue after ${job} failed, and so do the other jobs of its round`, async (t) => {
      const server = await startServer(t);
      const { store, clock } = server;
      await aMember(server);
      let failing = true;
      const done: string[] = [];
      const attempt = (name: typeof job) => {
        done.push(name);
        if (failing && job === name) throw new Error(`${name} fails`);
      };
      const jobs = jobsOf(t, server, {
        store: {
          ...withDueTickets(server, async () => {
            attempt('close-resolved');
            return [];
          }),
          memberSessions: {
            ...store.memberSessions,
            anyExpired: async (now: number) => {
              attempt('prune');
              return store.memberSessions.anyExpired(now);
            },
          },
        },
        lastUse: {
          write: async (_now, final) => {
            if (!final) attempt('last-use');
          },
        },
      });
      const round = async () => {
        done.length = 0;
        jobs.secondPasses();
        await eventually(async () => done.includes('prune'));
        return done;
      };
      assert.deepEqual(await round(), ['close-resolved', 'last-use', 'prune']);
      await eventually(async () => jobs.log.length > 0);
      const { level, err, job: name, msg } = JSON.parse(jobs.log.join());
      assert.deepEqual([level, err.message, name, msg], [50, `${job} fails`, job, 'a job failed; it runs again']);

      failing = false;
      clock.advance(20 * DAY);
      const sessions = async () => (await queryRows(server.databaseUrl, 'SELECT * FROM member_session')).length;
      assert.equal(await sessions(), 1);
      await eventually(async () => {
        jobs.secondPasses();
        return (await sessions()) === 0;
      });
      assert.equal(jobs.log.length, 1);
      await jobs.stop();
    });
  }
});

suite('when the clock of the system is set', () => {
  test('nothing is deleted by its age for an hour', async (t) => {
    const server = await startServer(t);
    const { clock, databaseUrl } = server;
    await aMember(server);
    const rounds = { count: 0 };
    const jobs = jobsOf(t, server, { lastUse: { write: async () => void rounds.count++ } });
    const sessions = async () => (await queryRows(databaseUrl, 'SELECT * FROM member_session')).length;
    const round = async () => {
      const before = rounds.count;
      await eventually(async () => {
        jobs.secondPasses();
        return rounds.count >= before + 3;
      });
      return sessions();
    };
    clock.step(500 * DAY);
    assert.equal(await round(), 1);
    clock.advance(HOUR - 1);
    assert.equal(await round(), 1);
    clock.step(-500 * DAY);
    assert.equal(await round(), 1);
    clock.step(500 * DAY);
    assert.equal(await round(), 1);
    clock.advance(HOUR);
    assert.equal(await round(), 0);
    assert.equal(jobs.log.filter((line) => line.includes('was set')).length, 3);
    await jobs.stop();
  });
});

suite('stop', () => {
  test('waits for the current job and stores the last uses of keys; no job follows', async (t) => {
    const server = await startServer(t);
    const events: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const jobs = jobsOf(t, server, {
      store: withDueTickets(server, async () => {
        events.push('job');
        await held;
        events.push('job is over');
        return [];
      }),
      lastUse: { write: async (_now, final) => void events.push(final ? 'last uses' : 'uses') },
    });
    jobs.secondPasses();
    const stopped = jobs.stop().then(() => events.push('stopped'));
    await turn();
    release();
    await stopped;
    for (let second = 0; second < 3; second++) jobs.secondPasses();
    assert.deepEqual(events, ['job', 'job is over', 'last uses', 'stopped']);
  });

  test('a receiver of the audit log that does not respond delays neither rounds nor the stop', async (t) => {
    const server = await startServer(t);
    server.clock.now = timeOfId(newId('macro', server.clock.now)) + 1;
    const receiver = await aReceiver(t);
    receiver.answer = () => {};
    const { webhook } = await anAuditNode(server, receiver);
    await addEntries(server, 1);
    server.clock.advance(MINUTE);
    let rounds = 0;
    const jobs = jobsOf(t, server, { auditWebhook: webhook, lastUse: { write: async () => void rounds++ } });
    jobs.secondPasses();
    await eventually(async () => receiver.requests.length === 1);
    const before = rounds;
    await eventually(async () => {
      jobs.secondPasses();
      return rounds >= before + 3;
    });
    await jobs.stop(0);
    assert.equal(receiver.requests.length, 1);
    // Free for another node. The receiver is not to blame.
    const stream = await server.store.auditStreams.byName('webhook');
    assert.deepEqual([stream?.leased_until, stream?.last_error], [0, null]);
    receiver.answer = (response) => void response.writeHead(200).end();
    await (await anAuditNode(server, receiver)).send();
    const [first, again] = receiver.requests;
    assert.deepEqual([idsOf(receiver.requests).length, again?.text], [2, first?.text]);
    assert.equal(again?.headers['webhook-id'], first?.headers['webhook-id']);
  });

  test('counters that the radar adds up do not delay rounds', async (t) => {
    const server = await startServer(t);
    await aProject(server);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let begun = 0;
    const firstHourOfPlayers = () => {
      begun++;
      return promise;
    };
    const radarCounts = { ...server.store.radarCounts, firstHourOfPlayers };
    let rounds = 0;
    const lastUse = { write: async () => void rounds++ };
    const jobs = jobsOf(t, server, { store: { radarCounts }, lastUse });
    await eventually(async () => {
      jobs.secondPasses();
      return begun === 1 && rounds >= 3;
    });
    resolve(undefined);
    await jobs.stop();
    assert.deepEqual([begun, jobs.log], [1, []]);
  });

  for (const job of ['close-resolved', 'prune']) {
    test(`does not wait for the remaining batches of ${job}`, { timeout: 120_000 }, async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const ticket_id = await aTicket(server, player);
      const found = { player_id: player.id, ticket_id, resolved_at: 1 };
      let batches = 0;
      const store =
        job === 'prune'
          ? { memberSessions: { ...server.store.memberSessions, anyExpired: async () => ++batches > 0 } }
          : withDueTickets(server, async () => Array<object>(++batches && 100).fill(found));
      const jobs = jobsOf(t, server, { store });
      jobs.secondPasses();
      await eventually(async () => batches >= 2);
      await jobs.stop();
    });
  }
});
