import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { call, type Reply } from '../helpers/call.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { cli, type ServerProcess, startProcess } from '../helpers/programs.ts';

interface RunningServer {
  readonly server: ServerProcess;
  readonly settings: { readonly DATABASE_URL: string };
}

async function startRunning(t: TestContext): Promise<RunningServer> {
  const settings = { DATABASE_URL: await emptyDatabase(t) };
  return { server: await startProcess(t, { ...settings, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }), settings };
}

async function json(args: readonly string[], { settings }: RunningServer) {
  const { code, stdout, stderr } = await cli([...args, '--json'], settings);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return JSON.parse(stdout);
}

function identify({ server }: RunningServer, projectPublicKey: string, installationId: string): Promise<Reply> {
  return call(server.url, 'POST', '/api/v1/player/identify', { body: { projectPublicKey, installationId } });
}

suite('while the server runs', () => {
  test('a new key works at once, and a revoked key stops working at once', async (t) => {
    const running = await startRunning(t);
    const { id, key } = await json(['api-key', 'create', '--name', 'console'], running);
    const list = () => call(running.server.url, 'GET', '/api/v1/team/projects', { token: key });
    assert.equal((await list()).status, 200);
    assert.equal((await cli(['api-key', 'revoke', id], running.settings)).code, 0);
    assert.equal((await list()).status, 401);
  });

  test('players of a new project can identify at once', async (t) => {
    const running = await startRunning(t);
    const { publicKey } = await json(['project', 'create', 'Second'], running);
    assert.equal((await identify(running, publicKey, 'installation-1')).status, 200);
  });

  test('there is nothing to migrate', async (t) => {
    const { settings } = await startRunning(t);
    assert.equal((await cli(['migrate'], settings)).stdout, 'nothing to do\n');
  });
});
