import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { call } from '../helpers/call.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { freePort } from '../helpers/free-port.ts';
import { ROOT } from '../helpers/image.ts';
import { pasteInZsh } from '../helpers/paste-in-zsh.ts';
import { type ServerProcess, serverThatStops, startProcess, startWithNpm } from '../helpers/programs.ts';
import { beginRequest } from '../helpers/raw-http.ts';

interface FirstRun {
  readonly publicKey: string;
  readonly teamKey: string;
}

function printed({ stdout }: ServerProcess): FirstRun {
  const [, publicKey = ''] = /^Demo project, public key: (\S+)$/m.exec(stdout()) ?? [];
  const [, teamKey = ''] = /^Team API key, shown only this once: (psk_\S+)$/m.exec(stdout()) ?? [];
  return { publicKey, teamKey };
}

function readmeScript(): string {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  return /^## Try it\n.*?```sh\n(.*?)```/ms.exec(readme)?.[1] ?? '';
}

/** Strips indentation and values of variables from a script. */
function commandsOf(script: string): string {
  const lines = script.trim().split('\n');
  return lines.map((line) => line.trim().replace(/^(URL|PROJECT|TEAM_KEY)=.*/, '$1=')).join('\n');
}

async function identify(server: ServerProcess, publicKey: string): Promise<string> {
  const body = { projectPublicKey: publicKey, installationId: 'one-installation' };
  return (await call(server.url, 'POST', '/api/v1/player/identify', { body })).body.playerAccessToken;
}

test('a server logs one line for each variable that has no effect any more, and serves', async (t) => {
  const removed = { SHED_IN_FLIGHT: '1000', RATE_LIMIT_SIGN_IN: '3' };
  const server = await startProcess(t, { DATABASE_URL: await emptyDatabase(t), ...removed });
  await server.wrote(/"msg":"listening"/);
  const warnings = [...server.stdout().matchAll(/"level":40.*"msg":"(\w+) has no effect any more/g)];
  assert.deepEqual(warnings.map(([, name]) => name).sort(), Object.keys(removed).sort());
  assert.equal((await call(server.url, 'GET', '/healthz')).status, 200);
});

suite('the first start', () => {
  test('prints curl commands whose last response is the inbox with the reply', async (t) => {
    const server = await startProcess(t, { DATABASE_URL: await emptyDatabase(t), LOG_LEVEL: 'silent' });
    const { publicKey, teamKey } = printed(server);
    assert.match(publicKey, /^.{1,80}$/);
    assert.match(teamKey, /^psk_.{32,}$/);
    const { apiKeys } = (await call(server.url, 'GET', '/api/v1/team/api-keys', { token: teamKey })).body;
    assert.equal(Date.parse(apiKeys[0].expiresAt) - Date.parse(apiKeys[0].createdAt), 7 * 24 * 60 * 60 * 1000);
    assert.ok(
      server
        .stdout()
        .includes(
          `To revoke it now, with the DATABASE_URL of this server:\nnpm run -s cli -- api-key revoke ${apiKeys[0].id}\n`,
        ),
    );
    assert.ok(server.stdout().includes(`API docs: ${server.url}/docs\n`));

    const [, script = ''] = server.stdout().split(/^The round trip.*\n.*$/m);
    const inBash = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
    for (const [shell, output] of [
      ['bash', (await inBash).stdout],
      ['zsh', await pasteInZsh(script)],
    ] as const) {
      const responses = output.trim().split('\n');
      const inbox = JSON.parse(responses.at(-1) ?? '');
      const [newest] = inbox.messages;
      assert.deepEqual([newest.type, newest.title, newest.body], ['ticket_reply', 'Stuck', 'Jump twice at the door.']);
      assert.equal(inbox.messages.length, 1, `${shell}: a player of its own`);
      assert.equal(responses.length, 3, `${shell}: the queue, the reply and the inbox are shown`);
    }
    assert.equal(commandsOf(script), commandsOf(readmeScript()), 'the README shows the same commands');
    assert.equal((await call(server.url, 'GET', '/docs')).status, 200);
  });

  test('prints an IPv6 host in brackets', async (t) => {
    const server = await startProcess(t, { DATABASE_URL: await emptyDatabase(t), HOST: '::1' });
    assert.match(server.url, /^http:\/\/\[::1\]:\d+$/);
    assert.equal((await call(server.url, 'GET', '/healthz')).status, 200);
  });
});

test('npm start ends with npm', { timeout: 180_000 }, async (t) => {
  const npm = await startWithNpm(t, { DATABASE_URL: await emptyDatabase(t) });
  npm.kill('SIGTERM');
  await npm.exited;
});

suite('a failed start prints one line and exits with 1', () => {
  test('if the port is in use; then nothing was created', async (t) => {
    const otherServer = createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    t.after(() => otherServer.close());
    const { port } = otherServer.address() as { port: number };
    const settings = { DATABASE_URL: await emptyDatabase(t), LOG_LEVEL: 'silent' };
    const { code, stdout, stderr } = await serverThatStops(t, { ...settings, PORT: String(port) });
    assert.deepEqual(
      [code, stdout, stderr],
      [1, '', `player-support: PORT ${port} is already in use; set PORT to a free port\n`],
    );

    const server = await startProcess(t, settings);
    assert.match(printed(server).teamKey, /^psk_/, 'the next start counts as the first one');
  });

  test('if the port of the metrics is in use', async (t) => {
    const otherServer = createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    t.after(() => otherServer.close());
    const { port } = otherServer.address() as { port: number };
    const settings = { DATABASE_URL: await emptyDatabase(t), METRICS_PORT: String(port), LOG_LEVEL: 'silent' };
    const { code, stderr } = await serverThatStops(t, settings);
    assert.equal(stderr, `player-support: METRICS_PORT ${port} is already in use; set METRICS_PORT to a free port\n`);
    assert.equal(code, 1, 'null: the process had to be killed');
  });
});

/** Tries for a while, because the signal needs time. */
async function refusesConnections(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await call(url, 'GET', '/healthz', { headers: { connection: 'close' } });
    } catch {
      return true;
    }
  }
  return false;
}

suite('SIGTERM', () => {
  test('accepts no new connections, finishes running requests, and exits with 0; the next start has the data', async (t) => {
    const settings = { DATABASE_URL: await emptyDatabase(t) };
    const server = await startProcess(t, settings);
    const { publicKey, teamKey } = printed(server);
    const token = await identify(server, publicKey);
    const body = JSON.stringify({ projectPublicKey: publicKey, type: 'bug', subject: 'Last', message: 'In flight.' });
    const head = `POST /api/v1/tickets HTTP/1.1\r\nAuthorization: Bearer ${token}`;
    const request = await beginRequest(t, server.url, head, body);

    server.kill('SIGTERM');
    await server.wrote(/"msg":"stopping"/);
    // Ctrl-C in a terminal sends the signal twice: from the terminal and from npm.
    server.kill('SIGTERM');
    server.kill('SIGINT');
    assert.ok(await refusesConnections(server.url));
    const response = await request.end();
    assert.match(response, /^HTTP\/1\.1 201 /);
    assert.match(response, /^connection: close\r$/im);
    assert.equal(await server.exited, 0);
    assert.match(server.stdout(), /"msg":"stopped"/);
    assert.equal(server.stderr(), '');

    const again = await startProcess(t, settings);
    const list = await call(again.url, 'GET', `/api/v1/player/tickets?projectPublicKey=${publicKey}`, { token });
    assert.deepEqual(
      list.body.tickets.map(({ subject }: { subject: string }) => subject),
      ['Last'],
    );
    const output = again.stdout() + again.stderr();
    assert.doesNotMatch(output, /psk_|pat_|inv_/, 'a second start prints no secret');
    assert.ok(!output.includes(publicKey) && !output.includes(teamKey));
    assert.match(output, /^API docs: http:\S+\/docs$/m);
  });

  test('ends a request that takes longer than SHUTDOWN_SECONDS, and still exits with 0', async (t) => {
    const server = await startProcess(t, { DATABASE_URL: await emptyDatabase(t), SHUTDOWN_SECONDS: '1' });
    const request = await beginRequest(t, server.url, 'POST /api/v1/player/identify HTTP/1.1', '{"never":"sent"}');
    server.kill('SIGTERM');
    await request.closed;
    assert.equal(await server.exited, 0);
    assert.match(server.stdout(), /"level":50,.*SHUTDOWN_SECONDS/);
  });

  test('SIGINT does the same, and connections to the metrics do not keep the process alive', async (t) => {
    const port = await freePort();
    const server = await startProcess(t, { DATABASE_URL: await emptyDatabase(t), METRICS_PORT: port });
    // fetch keeps this connection open.
    assert.equal((await call(`http://127.0.0.1:${port}`, 'GET', '/metrics')).status, 200);
    const scrape = connect({ host: '127.0.0.1', port: Number(port) });
    t.after(() => scrape.destroy());
    scrape.on('error', () => {});
    await once(scrape, 'connect');
    scrape.write('GET /metrics HTTP/1.1\r\n');
    assert.equal((await call(`http://127.0.0.1:${port}`, 'GET', '/metrics')).status, 200);
    server.kill('SIGINT');
    assert.equal(await server.exited, 0);
  });
});
