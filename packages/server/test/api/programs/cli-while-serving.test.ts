import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { emptyDatabase } from '../../helpers/databases.ts';
import { call, type Reply } from '../../helpers/harness.ts';
import { cli, type ServerProcess, startProcess } from '../../helpers/programs.ts';

interface Served {
  readonly server: ServerProcess;
  readonly settings: { readonly DATABASE_URL: string };
}

async function served(t: TestContext): Promise<Served> {
  const settings = { DATABASE_URL: await emptyDatabase(t) };
  return { server: await startProcess(t, { ...settings, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }), settings };
}

async function json(args: readonly string[], { settings }: Served) {
  const { code, stdout, stderr } = await cli([...args, '--json'], settings);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return JSON.parse(stdout);
}

function identify({ server }: Served, projectPublicKey: string, installationId: string): Promise<Reply> {
  return call(server.url, 'POST', '/api/v1/player/identify', { body: { projectPublicKey, installationId } });
}

suite('while the server runs', () => {
  test('a key works from its creation to its revocation, at once', async (t) => {
    const running = await served(t);
    const { id, key } = await json(['api-key', 'create', '--name', 'console'], running);
    const list = () => call(running.server.url, 'GET', '/api/v1/team/projects', { token: key });
    assert.equal((await list()).status, 200);
    assert.equal((await cli(['api-key', 'revoke', id], running.settings)).code, 0);
    assert.equal((await list()).status, 401);
  });

  test('players are identified against a new project at once', async (t) => {
    const running = await served(t);
    const { publicKey } = await json(['project', 'create', 'Second'], running);
    assert.equal((await identify(running, publicKey, 'installation-1')).status, 200);
  });

  test('there is nothing to migrate', async (t) => {
    const { settings } = await served(t);
    assert.equal((await cli(['migrate'], settings)).stdout, 'nothing to do\n');
  });
});
