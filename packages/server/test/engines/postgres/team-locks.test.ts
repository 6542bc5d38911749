import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { aMember, aProject, eventually } from '../../helpers/builders.ts';
import { postgresSchema, queryPostgres } from '../../helpers/databases.ts';
import { startServer } from '../../helpers/harness.ts';
import { aMacro, aView } from '../../helpers/things.ts';

test('two changes of different fields at the same time both stay, of a saved view and of a macro', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const owner = await aMember(server, 'owner');
  const things = {
    saved_view: ['views', await aView(server, owner), { base: 'open' }],
    macro: ['macros', await aMacro(server, await aProject(server)), { body: 'New' }],
  } as const;
  for (const [table, [path, id, other]] of Object.entries(things)) {
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    await holder.query(`BEGIN; SELECT FROM ${table} FOR UPDATE`);
    const changes = [{ name: 'New' }, other];
    const replies = changes.map((change) => owner.call('PATCH', `/${path}/${id}`, change));
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"${table}"%'`;
    await eventually(async () => (await queryPostgres(server.databaseUrl, waiting)).length >= changes.length);
    await holder.query('COMMIT');
    await holder.end();
    for (const { status, text } of await Promise.all(replies)) assert.equal(status, 200, text);
    const rows = (await owner.call('GET', `/${path}`)).body[path];
    const [{ name, base, body }] = rows.filter((row: { id: string }) => row.id === id);
    assert.deepEqual({ name, ...('base' in other ? { base } : { body }) }, { name: 'New', ...other }, table);
  }
});
