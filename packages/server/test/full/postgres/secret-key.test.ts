import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newSecretKey } from '../../../src/domain/sealed-text.ts';
import { openStore } from '../../../src/store/store.ts';
import { aPlayer, eventually, identify } from '../../helpers/builders.ts';
import { allStored, postgresSchema, queryPostgres } from '../../helpers/databases.ts';
import { type Node, nodeOf, startNodes } from '../../helpers/postgres-nodes.ts';
import { assertRefused, cli, printed, serverThatStops, startProcess } from '../../helpers/programs.ts';
import { aProjectRow } from '../../helpers/store-rows.ts';

/** Nodes with one PostgreSQL database share it. */

const keysOf = async (url: string) => {
  const rows = await queryPostgres<{ identity_salt: string }>(url, 'SELECT identity_salt FROM project');
  return new Set(rows.map(({ identity_salt: salt }) => (salt.startsWith('enc1:') ? salt.split(':')[1] : 'plain')));
};

async function stop({ process }: Node): Promise<void> {
  process.kill('SIGTERM');
  assert.equal(await process.exited, 0);
}

suite('nodes on PostgreSQL', () => {
  test('without SECRET_KEY keep secrets in plain text, and say so', async (t) => {
    const url = await postgresSchema(t);
    const [node = assert.fail()] = await startNodes(t, 1, url, { SECRET_KEY: '' });
    assert.match(node.process.stdout(), /SECRET_KEY is not set, so the database has its secrets/);
    await aPlayer(node);
    assert.deepEqual(await keysOf(url), new Set(['plain']));
    const { stdout } = await cli(['doctor'], { DATABASE_URL: url, SECRET_KEY: '' });
    assert.match(stdout, /^warning +SECRET_KEY is not set/m);
    assertRefused(await cli(['secret-key', 'rotate'], { DATABASE_URL: url, SECRET_KEY: '' }), /SECRET_KEY has no key/);
  });

  test('with another key, or without one, do not start beside those that have it', async (t) => {
    const url = await postgresSchema(t);
    await startNodes(t, 1, url, { SECRET_KEY: newSecretKey() });
    // The running node stops writing when its search index is complete.
    const toIndex = `SELECT task_id::text FROM search_task UNION ALL
      SELECT name FROM search_state WHERE player_id IS NOT NULL`;
    await eventually(async () => (await queryPostgres(url, toIndex)).length === 0);
    const before = await allStored(url);
    const wrong = await serverThatStops(t, { DATABASE_URL: url, SECRET_KEY: newSecretKey() });
    assertRefused(
      wrong,
      /SECRET_KEY is not the secret key of this database: it has the id \w+; put the key with the id \w+ back/,
    );
    assertRefused(
      await serverThatStops(t, { DATABASE_URL: url, SECRET_KEY: '' }),
      /is missing: put it back into SECRET_KEY/,
    );
    assert.equal(await allStored(url), before);
  });

  test('two that start together on an empty database with different keys: one of them refuses', async (t) => {
    const url = await postgresSchema(t);
    const start = async () => {
      const store = await openStore(url, { mode: 'tool', secretKey: newSecretKey() });
      try {
        await store.migrate();
        return await store.secrets.begin({ serving: true, alone: false });
      } finally {
        await store.close();
      }
    };
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.match(String(outcome.reason), /is not the secret key of this database/);
    }
  });

  test('do not encrypt what older nodes must read, until an operator says so', async (t) => {
    const url = await postgresSchema(t);
    const plain = await openStore(url, { mode: 'tool' });
    await plain.migrate();
    const project = aProjectRow();
    await plain.projects.insert(project);
    await plain.close();
    const settings = { DATABASE_URL: url, SECRET_KEY: newSecretKey(), RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
    const [one, other] = [nodeOf(await startProcess(t, settings), ''), nodeOf(await startProcess(t, settings), '')];
    assert.match(one.process.stdout(), /secrets are in the database in plain text\. When every node has this version/);
    const game = { id: project.project_id, publicKey: project.public_key };
    const before = await identify(one, game, { installationId: 'one' });
    printed(await cli(['project', 'create', 'New'], settings));
    assert.deepEqual(await keysOf(url), new Set(['plain']));

    const said = printed(await cli(['secret-key', 'rotate'], settings));
    assert.match(said, /^\d+ secrets were encrypted; \d+ have the new key, 0 an older one, 0 none\n/);
    assert.equal((await keysOf(url)).has('plain'), false);
    for (const node of [one, other]) {
      assert.equal((await identify(node, game, { installationId: 'one' })).body.playerId, before.body.playerId);
    }
    printed(await cli(['project', 'create', 'Newer'], settings));
    assert.equal((await keysOf(url)).has('plain'), false);
  });

  test('rotate their key one after the other, and no request fails', async (t) => {
    const url = await postgresSchema(t);
    const [old, fresh] = [newSecretKey(), newSecretKey()];
    const nodes = await startNodes(t, 2, url, { SECRET_KEY: old });
    const [first = assert.fail()] = nodes;
    const player = await aPlayer(first);
    const { teamKey } = first;
    const check = async () => {
      for (const node of nodes) {
        const again = await identify(node, player.project, { installationId: player.installationId });
        assert.equal(again.body.playerId, player.id, again.text);
        // Each node knows the other's projects.
        const made = await aPlayer(node);
        for (const one of nodes) {
          const { body } = await identify(one, made.project, { installationId: made.installationId });
          assert.equal(body.playerId, made.id);
        }
      }
    };
    const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', DATABASE_URL: url };
    const restart = async (index: number, SECRET_KEY: string) => {
      await stop(nodes[index] ?? assert.fail());
      nodes[index] = nodeOf(await startProcess(t, { ...settings, SECRET_KEY }), teamKey);
      await check();
    };
    await check();
    const [oldId = assert.fail()] = await keysOf(url);
    for (const index of [0, 1]) await restart(index, `${old},${fresh}`);
    assert.deepEqual(await keysOf(url), new Set([oldId]));
    for (const index of [0, 1]) await restart(index, `${fresh},${old}`);
    assert.equal((await keysOf(url)).size, 2);
    assertRefused(
      await cli(['project', 'list'], { ...settings, SECRET_KEY: fresh }),
      /put the key with the id \w+ back/,
    );
    const both = { ...settings, SECRET_KEY: `${fresh},${old}` };
    assert.match((await cli(['doctor'], both)).stdout, /^warning +\d+ secrets are encrypted with an older key/m);
    printed(await cli(['secret-key', 'rotate'], both));
    await check();
    for (const index of [0, 1]) await restart(index, fresh);
    assert.equal((await keysOf(url)).size, 1);
    assert.equal((await keysOf(url)).has(oldId), false);
    assertRefused(await serverThatStops(t, { ...settings, SECRET_KEY: old }), /put the key with the id \w+ back/);
  });
});
