import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { call } from '../helpers/call.ts';
import { freePort } from '../helpers/free-port.ts';
import { buildImage, built, command, copyFiles, environment, file, only, ROOT, stages } from '../helpers/image.ts';
import { startProcess } from '../helpers/programs.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const IMAGE = stages().at(-1) ?? [];

test('the image builds the console and the widget only from the files that the stage copies', async (t) => {
  const directory = temporaryDirectory(t);
  const stage = stages().find(([from]) => from?.rest.endsWith(' AS web')) ?? [];
  copyFiles(stage, directory);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  const commands = stage.filter(({ name }) => name === 'RUN').map(({ rest }) => rest.split(' '));
  assert.deepEqual(commands[0], ['npm', 'ci', '--ignore-scripts']);
  assert.equal(commands[1]?.[0], 'node');
  await promisify(execFile)(process.execPath, commands[1]?.slice(1) ?? [], { cwd: directory });
  for (const { source } of built(IMAGE))
    assert.ok(existsSync(path.join(directory, path.relative('/app', source))), source);
  assert.ok(existsSync(path.join(directory, 'packages/console/dist/index.html')));
});

test('the image starts with its command and only its own files, is healthy, serves its pages and stops', async (t) => {
  const directory = temporaryDirectory(t);
  buildImage(directory);
  assert.ok(!existsSync(path.join(directory, 'packages/server/test')));
  assert.ok(!existsSync(path.join(directory, 'node_modules/@biomejs')));

  const port = await freePort();
  const database = `sqlite:${path.join(temporaryDirectory(t), 'data.db')}`;
  const env = { PATH: process.env.PATH, ...environment(IMAGE), PORT: port, DATABASE_URL: database };
  const [, ...args] = command(IMAGE);
  const server = spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill('SIGKILL'));
  let printed = '';
  const ended = once(server.stdout, 'end').then(() => assert.fail(`it ended: ${printed}`));
  while (!printed.includes('API docs'))
    printed += String((await Promise.race([once(server.stdout, 'data'), ended]))[0]);
  ended.catch(() => {});

  for (const page of [
    '/docs',
    '/openapi/v1.json',
    '/openapi/game-v1.json',
    '/openapi/team-v1.json',
    '/problems/validation',
    '/readyz',
    '/widget/player-support.js',
  ]) {
    assert.equal((await call(`http://127.0.0.1:${port}`, 'GET', page)).status, 200, page);
  }
  const index = await call(`http://127.0.0.1:${port}`, 'GET', '/llms.txt');
  assert.equal(index.text, file('llms.txt'));
  for (const [, link = ''] of index.text.matchAll(/^- \[.*?\]\(\/?(.*?)\)/gm)) {
    assert.equal((await call(`http://127.0.0.1:${port}`, 'GET', `/${link}`)).status, 200, link);
  }
  assert.match((await call(`http://127.0.0.1:${port}`, 'GET', '/widget/player-support.js')).text, /player-support/);
  const console = await call(`http://127.0.0.1:${port}`, 'GET', '/queue');
  assert.match(console.text, /<div id="root">/);
  assert.ok(!existsSync(path.join(directory, 'packages/console/src')));
  const [, check = ''] = /CMD (\[.+\])$/.exec(only(IMAGE, 'HEALTHCHECK')) ?? [];
  const [, ...checkArgs] = JSON.parse(check) as string[];
  const healthy = () => promisify(execFile)(process.execPath, checkArgs, { env });
  await healthy();
  const doctor = await promisify(execFile)(process.execPath, ['packages/server/src/cli.ts', 'doctor'], {
    cwd: directory,
    env,
  });
  assert.match(doctor.stdout, /the schema is up to date/);

  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
  await assert.rejects(healthy(), { code: 1 });
});

test('SIGTERM drains: /readyz is 503, and requests get their responses on connections that then close', async (t: TestContext) => {
  const server = await startProcess(t, {
    DATABASE_URL: `sqlite:${path.join(temporaryDirectory(t), 'test.db')}`,
    DRAIN_SECONDS: '6',
    SHUTDOWN_SECONDS: '3',
  });
  const began = performance.now();
  server.kill('SIGTERM');
  while ((await call(server.url, 'GET', '/readyz')).status === 200) await sleep(10);
  assert.equal((await call(server.url, 'GET', '/readyz')).status, 503);
  const answer = await call(server.url, 'GET', '/openapi/v1.json');
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
  assert.equal(await server.exited, 0);
  assert.ok(performance.now() - began >= 5900);
  assert.doesNotMatch(server.stdout(), /SHUTDOWN_SECONDS/, 'which begins when the drain has ended');
  await assert.rejects(call(server.url, 'GET', '/healthz'));
});
