import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '@redocly/openapi-core';
import { readConfig } from '../../src/config/config.ts';
import { command, copies, environment, file, inContext, only, ROOT, stages } from '../helpers/image.ts';
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

/** The unit's lines, `Name=value`. */
const UNIT = file('deploy/player-support.service')
  .split('\n')
  .filter((line) => /^\w+=/.test(line))
  .map((line) => line.split(/=(.*)/, 2) as [string, string]);
const unit = (name: string): string[] => UNIT.flatMap(([one, value]) => (one === name ? [value] : []));

const IMAGE = stages().at(-1) ?? [];
const COMMAND = command(IMAGE);
const UNIT_VARIABLES = Object.fromEntries(unit('Environment').map((pair) => pair.split(/=(.*)/, 2)));

/** `readConfig` must read each of these variables. */
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

/** Fills in `${NAME:?message}`. Refuses other forms, which could have a default. */
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
});

/** Its bytes never change. */
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

test('the packages of the server have no Redis client, which @tus/server would bring along', () => {
  const { packages } = JSON.parse(file('package-lock.json')) as { readonly packages: object };
  assert.deepEqual(
    Object.keys(packages).filter((name) => name.includes('redis')),
    [],
  );
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
