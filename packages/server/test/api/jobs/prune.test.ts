import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import { prune } from '../../../src/jobs/prune.ts';
import { aMember, aProject, team } from '../../helpers/builders.ts';
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
