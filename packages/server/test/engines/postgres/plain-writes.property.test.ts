import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STORED_STATUSES } from '@player-support/contract/enums';
import { PLAIN_TICKET, type PlainWrite, plainReply } from '../../../src/domain/plain-writes.ts';
import { DAY } from '../../../src/domain/time.ts';
import { bodyHash } from '../../../src/operations/idempotency.ts';
import {
  heldTicketTable,
  idempotencyReceiptTable,
  messageTable,
  playerLinkTable,
  playerTable,
  radarCountTable,
  ticketEventTable,
  ticketTable,
} from '../../../src/store/tables.ts';
import { aPlayer, aProject, aTicket, updateProject } from '../../helpers/builders.ts';
import { postgresSchema, queryPostgres } from '../../helpers/databases.ts';
import { START, startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import { connect } from '../../helpers/postgres-nodes.ts';
import { fc, IS_USUAL_SEED } from '../../helpers/property.ts';

/**
 * Compares a plain write's statement with the transaction on the same random rows. The token can be
 * old, and the player an account's.
 */

const MAX_MESSAGES = 10;
const TABLES = [
  ...[playerTable, playerLinkTable, ticketTable, messageTable, ticketEventTable, heldTicketTable, radarCountTable],
  idempotencyReceiptTable,
];

const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const write = fc.record({
  isReply: fc.boolean(),
  ofAccount: mostly(false, true),
  /** Its project holds new players' tickets. */
  isHeld: mostly(false, true),
  sendsContext: fc.boolean(),
  key: mostly('none', 'new', 'used', 'used by another request', 'expired'),
  hasToken: mostly(true, false),
  player: fc.record({
    blocked: mostly(0, 1),
    open_tickets: mostly(3, 8, 9, 10, 11),
    account_id: mostly<string | null>(null, 'ply_other'),
  }),
  ticket: fc.record({
    status: fc.constantFrom(...STORED_STATUSES, 'open', 'pending', 'resolved'),
    message_count: mostly(1, 8, 9, 10, 11),
    merged_messages: mostly<number | null>(null, 0, 1, 8, 9),
    snooze_until: mostly<number | null>(null, START + DAY),
    waited_since: mostly<number | null>(START - 2000, null),
  }),
  isMerged: mostly(false, true),
});

type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;
type Row = Readonly<Record<string, string | number | null>>;

/** Returns whether a write is plain by its rule. `row`: the columns of player and ticket. */
function fits({ values, counts, limit }: PlainWrite, row: Row): boolean {
  const total = counts.reduce((sum, column) => sum + Number(row[column] ?? 0), 0);
  return total < limit && Object.entries(values).every(([column, some]) => some.includes(row[column] ?? null));
}

const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));
const assignments = (row: Row) =>
  Object.entries(row)
    .map(([column, value]) => `${column} = ${literal(value)}`)
    .join();

test('one statement does exactly the plain writes, and as the transaction does them', async (t) => {
  const env = { DATABASE_URL: await postgresSchema(t), RATE_LIMITS: 'off' };
  const server = await startServer(t, { env, config: { messagesPerTicket: MAX_MESSAGES } });
  const { store, databaseUrl } = server;
  const someone = async (isHeld: boolean, ofAccount: boolean) => {
    const project = await aProject(server);
    await setUpIdentity(server, project);
    const device = await aPlayer(server, project, { context: { platform: 'ios' } });
    const player = ofAccount ? await linked(server, device, 'account') : device;
    const [about, target] = [await aTicket(server, player), await aTicket(server, player)];
    const resolved = await aTicket(server, player);
    const state = "status = 'resolved', attention_since = NULL, resolved_at = 1";
    await queryPostgres(databaseUrl, `UPDATE ticket SET ${state} WHERE ticket_id = '${resolved}'`);
    if (isHeld) assert.equal((await updateProject(server, project, { stormMode: 'on' })).status, 200);
    return { player, device, about, target };
  };
  const writers = new Map<string, Awaited<ReturnType<typeof someone>>>();
  for (const isHeld of [false, true])
    for (const ofAccount of [false, true]) writers.set(`${isHeld} ${ofAccount}`, await someone(isHeld, ofAccount));

  const database = await connect(t, databaseUrl);
  // Rows come and go in any order.
  await database.query("SET session_replication_role = 'replica'");
  await database.query(TABLES.map(({ name }) => `CREATE TABLE usual_${name} AS TABLE ${name}`).join(';'));
  const RESET = TABLES.map(
    ({ name, columns }) => `DELETE FROM ${name}; INSERT INTO ${name} (${columns}) SELECT ${columns} FROM usual_${name}`,
  ).join(';');
  const READ = TABLES.map(({ name }) => `SELECT '${name} ' || to_jsonb(${name})::text AS row FROM ${name}`);
  const read = async () => (await database.query<{ row: string }>(READ.join(' UNION ALL '))).rows;
  const known = JSON.stringify(await read());
  /** New ids and numbers differ. */
  const comparable = (text: string) =>
    text
      .replaceAll(/(?<="number": )\d+/g, 'n')
      .replaceAll(/\b(tkt|msg|evt)_\w+/g, (id, kind) => (known.includes(id) ? id : `${kind}_new`));

  let arrange: (() => Promise<unknown>) | undefined;
  const arranged = async () => {
    const now = arrange;
    arrange = undefined;
    await now?.();
  };
  let hasWritten = false;
  const { transaction, playerWrites } = store;
  const { openTicket, addReply } = playerWrites;
  store.transaction = async (work) => {
    await arranged();
    return transaction(work);
  };
  playerWrites.openTicket = async (...args) => {
    await arranged();
    hasWritten = await openTicket(...args);
    return hasWritten;
  };
  playerWrites.addReply = async (...args) => {
    await arranged();
    hasWritten = await addReply(...args);
    return hasWritten;
  };

  /** Returns the answer, and all rows afterwards. */
  async function play(drawn: Write, inOneStatement: boolean) {
    const { player, device, about, target } = writers.get(`${drawn.isHeld} ${drawn.ofAccount}`) ?? assert.fail();
    const { status } = drawn.ticket;
    const ticket = {
      ...drawn.ticket,
      attention_since: status === 'open' ? START - 1000 : null,
      resolved_at: status === 'resolved' ? START - 500 : null,
      merged_into: drawn.isMerged ? target : null,
    };
    const path = drawn.isReply ? `/api/v1/tickets/${about}/messages` : '/api/v1/tickets';
    const context = drawn.sendsContext ? { context: { platform: 'web' } } : {};
    const body = drawn.isReply
      ? { message: 'More.' }
      : { projectPublicKey: player.project.publicKey, type: 'bug', subject: 'New', message: 'Help.', ...context };
    const receipt = {
      player_id: device.id,
      path,
      idempotency_key: 'key',
      body_hash: drawn.key === 'used by another request' ? 'other' : bodyHash(body),
      answer: JSON.stringify({
        [drawn.isReply ? 'messageId' : 'ticketId']: target,
        status: 'open',
        createdAt: new Date(START).toISOString(),
      }),
      created_at: drawn.key === 'expired' ? START - 1000 * DAY : START,
    };
    const sql = [
      `UPDATE player SET ${assignments(drawn.player)} WHERE player_id = '${player.id}'`,
      `UPDATE ticket SET ${assignments(ticket)} WHERE ticket_id = '${about}'`,
    ];
    if (!drawn.hasToken)
      for (const table of ['player', 'player_link'])
        sql.push(`UPDATE ${table} SET token_hash = 'other' WHERE player_id = '${player.id}'`);
    if (drawn.key !== 'none' && drawn.key !== 'new')
      sql.push(
        `INSERT INTO idempotency_receipt (${Object.keys(receipt)}) VALUES (${Object.values(receipt).map(literal)})`,
      );

    await database.query(RESET);
    store.writesInOneStatement = inOneStatement;
    hasWritten = false;
    arrange = () => database.query(sql.join(';'));
    const headers: Record<string, string> = drawn.key === 'none' ? {} : { 'idempotency-key': 'key' };
    const reply = await server.call('POST', path, { token: player.token, body, headers });
    assert.equal(arrange, undefined, reply.text);
    const rows = (await read()).map(({ row }) => comparable(row)).toSorted();
    const rule = drawn.isReply ? plainReply(MAX_MESSAGES) : PLAIN_TICKET;
    const isRepeated = drawn.key.startsWith('used');
    return {
      isPlain: drawn.hasToken && !isRepeated && fits(rule, { ...drawn.player, ...ticket }),
      hasWritten,
      seen: { status: reply.status, text: comparable(reply.text), rows },
    };
  }

  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(write, async (drawn) => {
      const one = await play(drawn, true);
      assert.equal(one.hasWritten, one.isPlain, `in one statement: ${one.hasWritten}`);
      const other = await play(drawn, false);
      assert.equal(other.hasWritten, false);
      assert.deepEqual(one.seen, other.seen);
      const kind = `${drawn.isReply} ${one.isPlain}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }),
    { numRuns: 150 },
  );
  if (IS_USUAL_SEED) for (const [kind, count] of counts) assert.ok(count >= 20, `${kind}: only ${count}`);
});
