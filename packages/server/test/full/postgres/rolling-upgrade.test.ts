import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../../src/http/all-operations.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { type Migration, migrations } from '../../../src/store/migrations/index.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { REFERENCE_TABLES } from '../../../src/store/tables.ts';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  directMessage,
  getTicket,
  listTickets,
  markRead,
  playerReply,
  poll,
  setStatus,
  teamNote,
  teamReply,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { postgresSchema, queryPostgres } from '../../helpers/databases.ts';
import { everyExtension } from '../../helpers/extensions.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { everyTeamOperation } from '../../helpers/operation/every-operation.ts';
import { closedOnce } from '../../store-contract/contract.ts';

const TABLES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';

/** The next release adds this while this one serves. */
const expand = (tables: readonly string[]): Migration => ({
  id: '999-expand',
  statements: () => [
    'CREATE TABLE extra (player_id text COLLATE "C" PRIMARY KEY REFERENCES player (player_id), more text)',
    ...tables.flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN extra_text text`,
      `ALTER TABLE ${table} ADD COLUMN extra_number bigint NOT NULL DEFAULT 7`,
    ]),
  ],
});

/** Sends each kind of request once, with a new project. */
async function everything(server: TestServer): Promise<void> {
  const good = async (reply: Promise<Reply>) => {
    const { status, text } = await reply;
    assert.ok(status < 300, text);
  };
  const project = await aProject(server);
  const player = await aPlayer(server, project);
  const ticket = await aTicket(server, player);
  const announcement = await anAnnouncement(server, project);
  const message = await directMessage(server, player);
  await good(playerReply(server, player, ticket));
  await good(teamNote(server, ticket));
  await good(teamReply(server, ticket));
  await good(getTicket(server, player, ticket));
  await good(listTickets(server, player));
  await good(poll(server, player));
  await good(markRead(server, player, message));
  await good(markRead(server, player, announcement));
  await good(setStatus(server, ticket, 'resolved'));
  await everyExtension(server, project, server.clock.now);
}

test('a program serves while a newer one adds columns to each table, and after that', async (t) => {
  const url = await postgresSchema(t);
  const server = await startServer(t, { env: { DATABASE_URL: url, RATE_LIMITS: 'off', DATABASE_POOL_SIZE: '5' } });
  const tables = (await queryPostgres<{ name: string }>(url, TABLES)).map(({ name }) => name);
  assert.ok(tables.length > REFERENCE_TABLES.length);

  let upgraded = false;
  // A failure ends the others, which would run until the test's time-out.
  let failed = false;
  const failing = (error: unknown) => {
    failed = true;
    throw error;
  };
  const rounds = { before: 0, after: 0 };
  const team = (async () => {
    const project = await aProject(server);
    let after = 0;
    do {
      if (upgraded) after++;
      await everyTeamOperation(server, project);
    } while (after === 0 && !failed);
  })().catch(failing);
  const client = async () => {
    while (rounds.after < 20 && !failed) {
      const when = upgraded ? 'after' : 'before';
      await everything(server);
      rounds[when]++;
    }
  };
  const clients = Array.from({ length: 4 }, () => client().catch(failing));
  // By then all connections have prepared their statements.
  const newer = closedOnce(t, await openPostgres(url, POSTGRES_DEFAULTS, undefined));
  const upgrade = (async () => {
    while (rounds.before < 20 && !failed) await new Promise((resolve) => setTimeout(resolve, 10));
    const ids = await migrate(newer, [...migrations, expand(tables)]);
    server.responses.clear();
    upgraded = true;
    return ids;
  })();
  await Promise.all([...clients, team, upgrade]);
  assert.deepEqual(await upgrade, ['999-expand']);

  for (const { id, success } of allOperations) {
    assert.ok(server.responses.has(`${id} ${success.status}`), `${id} was done on the new schema`);
  }
  assert.ok(![...server.responses].some((response) => / 5\d\d$/.test(response)), [...server.responses].join());
  const [added] = await queryPostgres<{ sum: number }>(url, 'SELECT sum(extra_number)::int AS sum FROM ticket');
  assert.ok((added?.sum ?? 0) >= 7 * 40, 'old and new rows have the default');
});
