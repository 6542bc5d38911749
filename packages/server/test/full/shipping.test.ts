import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { readConfig } from '../../src/config.ts';
import { call } from '../helpers/call.ts';
import {
  buildImage,
  built,
  copies,
  copyFiles,
  environment,
  file,
  inContext,
  only,
  ROOT,
  stages,
} from '../helpers/image.ts';
import { freePort, startProcess } from '../helpers/programs.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';
import { TEST_SECRET_KEY } from '../helpers/test-secret-key.ts';

type Variables = Readonly<Record<string, string>>;

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
interface ComposeService {
  readonly image?: string;
  readonly build?: string;
  readonly environment: Variables;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly command?: readonly string[];
  readonly stop_grace_period?: string;
}

const compose = parseYaml(file('compose.yaml')) as Compose;
const NODES = ['node-1', 'node-2'];
const service = (name: string): ComposeService => {
  const found = compose.services[name];
  assert.ok(found !== undefined, name);
  return found;
};

/** Every line of the unit, `Name=value`. */
const UNIT = file('deploy/player-support.service')
  .split('\n')
  .filter((line) => /^\w+=/.test(line))
  .map((line) => line.split(/=(.*)/, 2) as [string, string]);
const unit = (name: string): string[] => UNIT.flatMap(([one, value]) => (one === name ? [value] : []));

const IMAGE = stages().at(-1) ?? [];
const COMMAND = JSON.parse(only(IMAGE, 'CMD')) as string[];
const UNIT_VARIABLES = Object.fromEntries(unit('Environment').map((pair) => pair.split(/=(.*)/, 2)));

/** What `readConfig` reads from these variables. It must read each of them. */
function configOf(variables: Variables) {
  const asked = new Set<string | symbol>();
  const config = readConfig(
    new Proxy(variables, {
      get(target, name) {
        asked.add(name);
        return target[String(name)];
      },
    }),
  );
  for (const name of Object.keys(variables)) assert.ok(asked.has(name), `no setting: ${name}`);
  return config;
}

/**
 * The value of `${NAME:?message}` in Docker Compose. No other form is allowed: it could have a
 * default.
 */
function filledIn(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const secret = name === 'SECRET_KEY' ? TEST_SECRET_KEY : 'secret';
      const text = value.replace(/\$\{\w+:\?[^}]+\}/g, secret);
      assert.ok(!text.includes('$'), `${name} has a default or none: ${value}`);
      return [name, text];
    }),
  );
}

suite('memory', () => {
  const [, options = ''] = /^exec node ((?:--\S+ )+)/.exec(JSON.parse(file('package.json')).scripts.start) ?? [];
  const flags = options.trim().split(' ');

  test('npm start, the image and the unit have the same limits', () => {
    assert.equal(flags.length, 2);
    assert.deepEqual(COMMAND.slice(1, -1), flags);
    assert.deepEqual(unit('ExecStart')[0]?.split(' ').slice(1, -1), flags);
  });
});

suite('the image', () => {
  test('copies files that exist and that .dockerignore does not exclude', () => {
    const sources = stages().flatMap((stage) => copies(stage).flatMap((copy) => copy.sources));
    assert.ok(sources.length > 0);
    for (const source of sources) {
      assert.ok(existsSync(path.join(ROOT, source)), source);
      assert.ok(inContext(source), `${source} is ignored`);
    }
    for (const name of ['.git', '.env', 'data', 'node_modules', 'packages/server/test']) {
      assert.ok(!inContext(name), `${name} would be sent to the builder`);
    }
  });

  test('has valid settings, does not run as root and does not start with npm', () => {
    const config = configOf(environment(IMAGE));
    assert.equal(config.host, '0.0.0.0');
    assert.equal(String(config.port), only(IMAGE, 'EXPOSE'));
    assert.equal(config.databaseUrl, `sqlite:${only(IMAGE, 'VOLUME')}/player-support.db`);
    assert.equal(only(IMAGE, 'USER'), 'node');
    assert.equal(only(IMAGE, 'STOPSIGNAL'), 'SIGTERM');
    assert.equal(only(IMAGE, 'RUN'), 'mkdir --mode=0700 /data && chown node:node /data');
    assert.equal(COMMAND[0], 'node');
  });

  test('builds the console and the widget only from the files that the stage copies', async (t) => {
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

  test('starts with its command and only its own files, is healthy, serves its pages and stops', async (t) => {
    const directory = temporaryDirectory(t);
    buildImage(directory);
    assert.ok(!existsSync(path.join(directory, 'packages/server/test')));
    assert.ok(!existsSync(path.join(directory, 'node_modules/@biomejs')));

    const port = await freePort();
    const database = `sqlite:${path.join(temporaryDirectory(t), 'data.db')}`;
    const env = { PATH: process.env.PATH, ...environment(IMAGE), PORT: port, DATABASE_URL: database };
    const [, ...args] = COMMAND;
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
      '/openapi/extensions-v1.json',
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
});

/** An image whose bytes never change. */
const FIXED = /^[a-z]+:[\d.]+(-slim)?@sha256:[\da-f]{64}$/;

suite('compose.yaml', () => {
  test('all images have a fixed digest', () => {
    const froms = stages().map((stage) => only(stage, 'FROM').split(' ')[0] ?? '');
    const images = Object.values(compose.services).flatMap(({ image, build }) => (build === undefined ? [image] : []));
    const used = [...froms.filter((from) => from !== 'base'), ...images];
    assert.equal(used.length, 3);
    for (const image of used) assert.match(image ?? '', FIXED);
    const [node = ''] = froms;
    const { devDependencies } = JSON.parse(file('package.json'));
    assert.ok(node.startsWith(`node:${devDependencies.node}-slim@`), 'the Node of the tests');
  });

  test('gives both nodes valid settings, and enough time to stop', () => {
    for (const name of NODES) {
      const node = service(name);
      const config = configOf({ ...environment(IMAGE), ...filledIn(node.environment) });
      assert.match(config.databaseUrl, /^postgres:\/\/\w+:secret@database\/\w+$/);
      assert.equal(config.trustProxy instanceof Function && config.trustProxy('192.0.2.1', 0), true);
      assert.ok(config.drainSeconds > 0);
      assert.ok(Number.parseInt(node.stop_grace_period ?? '', 10) > config.drainSeconds + config.shutdownSeconds);
      assert.equal(node.ports, undefined, 'a node that can be reached past the proxy');
    }
  });

  test('gives the database its secret, and enough connections for all pools', () => {
    const database = service('database');
    const { POSTGRES_PASSWORD: password } = filledIn(database.environment);
    assert.equal(password, 'secret');
    const most = Number(/max_connections=(\d+)/.exec(database.command?.join(' ') ?? '')?.[1]);
    // Each node has one more connection, which listens.
    const used = NODES.map((name) => configOf(filledIn(service(name).environment)).postgres.poolSize + 1);
    assert.ok(used.reduce((sum, one) => sum + one) < most - 10, `${used} of ${most}`);
    assert.equal(database.ports, undefined);
  });

  test('mounts files that exist', () => {
    for (const { volumes = [] } of Object.values(compose.services)) {
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        assert.ok(source.startsWith('.') ? existsSync(path.join(ROOT, source)) : source in compose.volumes, source);
      }
    }
  });

  test('gives both nodes one folder for files, which outlives them', () => {
    for (const name of NODES) {
      const { volumes, environment } = service(name);
      const folder = fileURLToPath(filledIn(environment).FILES_URL ?? '');
      assert.deepEqual(volumes, [`files:${folder}`]);
    }
  });

  test('has a proxy that knows the nodes, and closes idle connections before they do', () => {
    const caddyfile = file('deploy/Caddyfile');
    const { port, keepAliveSeconds, drainSeconds } = configOf(filledIn({ ...service('node-1').environment }));
    assert.ok(caddyfile.includes(`reverse_proxy ${NODES.map((name) => `${name}:${port}`).join(' ')} {`));
    const seconds = (name: string) => Number(new RegExp(`^\\s*${name} (\\d+)s$`, 'm').exec(caddyfile)?.[1]);
    assert.ok(seconds('keepalive') < keepAliveSeconds);
    assert.ok(seconds('health_interval') + seconds('health_timeout') <= drainSeconds);
    assert.match(caddyfile, /^\s*health_uri \/readyz$/m);
  });
});

suite('the systemd unit', () => {
  test('has valid settings, and enough time to stop', () => {
    const config = configOf(UNIT_VARIABLES);
    assert.equal(config.databaseUrl, `sqlite:/var/lib/${unit('StateDirectory')[0]}/player-support.db`);
    assert.ok(Number(unit('TimeoutStopSec')[0]) > config.drainSeconds + config.shutdownSeconds);
    assert.ok(Number(unit('LimitNOFILE')[0]) > config.maxConnections);
    assert.deepEqual(unit('KillSignal'), ['SIGTERM']);
    assert.deepEqual([unit('StateDirectoryMode'), unit('UMask')], [['0700'], ['0077']]);
  });

  test('starts the program with the Node of the project', () => {
    const [node = '', ...args] = unit('ExecStart')[0]?.split(' ') ?? [];
    const [root = ''] = unit('WorkingDirectory');
    assert.ok(existsSync(path.join(ROOT, path.relative(root, node))), node);
    assert.equal(args.at(-1), COMMAND.at(-1));
    assert.ok(existsSync(path.join(ROOT, args.at(-1) ?? '')));
  });
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
