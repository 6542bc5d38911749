import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { newApiKey } from '../../src/domain/api-key.ts';
import type { FileStore } from '../../src/files/file-store.ts';
import { openFiles } from '../../src/files/open-files.ts';
import { idleLoad, type Load } from '../../src/limits/load.ts';
import { createLive, type Live } from '../../src/live/live.ts';
import type { ResolveName } from '../../src/network/resolve-name.ts';
import { createNotifier } from '../../src/notifications/notification-sender.ts';
import { createMailer } from '../../src/notifications/smtp-mailer.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { databaseFile } from '../../src/store/database-url.ts';
import { createProjectCache } from '../../src/store/project-cache.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { RefusedRequests } from '../../src/team/audit/refused-requests.ts';
import type { LastUse } from '../../src/team/last-use.ts';
import { createPlayerData } from '../../src/team/player-data/player-data.ts';
import type { Passwords } from '../../src/team/session/passwords.ts';
import type { ActivePlayers } from '../../src/watch/active-players.ts';
import type { Baselines } from '../../src/watch/baselines.ts';
import { createStormWatch, type StormWatch } from '../../src/watch/storm-watch.ts';
import { type Api, call } from './call.ts';
import { type After, lastFirst } from './cleanup.ts';
import { type ConfigChanges, withChanges } from './config-changes.ts';
import { migratedDatabase } from './migrated-database.ts';
import { quickPasswords } from './quick-passwords.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { TEST_SECRET_KEY } from './test-secret-key.ts';
import { createTestTimers } from './test-timers.ts';

/** Only the test moves its clock. */
export const START = Date.parse('2026-01-01T12:00:00.000Z');

const NOT_BUILT = path.join(import.meta.dirname, 'not-built');

/** Any operation can return these, so none declares them. */
const PROTOCOL = new Set([204, 304, 404, 405, 408, 413, 414, 415, 417, 431, 500, 503]);

export interface Clock {
  now: number;
  /** Time passes. */
  advance(milliseconds: number): void;
  /** The system's clock is set, also back. No time passes. */
  step(milliseconds: number): void;
}

export interface TestServer extends Api {
  readonly store: Store;
  readonly live: Live;
  readonly lastUse: LastUse;
  readonly refusedRequests: RefusedRequests;
  readonly stormWatch: StormWatch;
  readonly activePlayers: ActivePlayers;
  readonly baselines: Baselines;
  readonly clock: Clock;
  /** The monotonic clock. */
  readonly elapsed: () => number;
  /** Moves the clock, and fires the change feed's timers that are due. */
  pass(milliseconds: number): void;
  /** As `Operation status`. */
  readonly responses: Set<string>;
  readonly log: string[];
  readonly files: FileStore;
  readonly databaseUrl: string;
  /** Of SQLite. */
  readonly databaseFile: string;
}

export interface StartOptions {
  readonly env?: Record<string, string>;
  /** Other values of the config, also of constants. */
  readonly config?: ConfigChanges;
  readonly stretch?: () => number;
  /** Replaces parts. By default the server is never busy. */
  readonly load?: Partial<Load>;
  /** Serves the builds of console and widget, which take long to read. */
  readonly builtPages?: boolean;
  readonly consoleFolder?: string;
  readonly widgetFolder?: string;
  /** Default: yes. */
  readonly files?: boolean;
  /** Default: a free one. */
  readonly port?: number;
  /** Default: quick hashes with less memory. Another process cannot verify them. */
  readonly passwords?: Passwords;
  readonly storms?: boolean;
  /** For webhooks. Default: the system's name servers. */
  readonly resolveName?: ResolveName;
  /** How services with player data are asked. */
  readonly playerData?: { readonly ca?: string; readonly timeoutMilliseconds?: number };
}

/** Starts the real application, with its own store and port. Closed after the test. */
export async function startServer(test: After, options: StartOptions = {}): Promise<TestServer> {
  const t = lastFirst(test);
  // A module that starts another program with the same API.
  const other = process.env.TEST_SERVER;
  if (other !== undefined)
    return ((await import(other)) as { startServer: typeof startServer }).startServer(t, options);
  const copy = options.env?.DATABASE_URL === undefined ? await migratedDatabase(t) : undefined;
  // The clock stands still, so a quota per minute would last the whole test.
  const defaults = {
    ...(copy === undefined ? {} : { DATABASE_URL: copy.url }),
    SECRET_KEY: TEST_SECRET_KEY,
    // Tests move the clock by days, and no job stores sessions' uses.
    SESSION_IDLE_HOURS: '8760',
    LOG_LEVEL: 'debug',
    RATE_LIMIT_TEAM_WRITE: '100000',
    // On a slow machine, a test's reads exceed the usual share.
    TEAM_READ_PERCENT: '100',
    // A slow test would use an idle connection that the server just closed.
    KEEP_ALIVE_SECONDS: '3600',
    FILES_URL: pathToFileURL(path.join(temporaryDirectory(t), 'files')).href,
    FILES_MIN_FREE_MB: '1',
  };
  const config = withChanges(readConfig({ ...defaults, ...options.env }), options.config ?? {});
  let stepped = 0;
  const clock: Clock = {
    now: START,
    advance(milliseconds) {
      this.now += milliseconds;
    },
    step(milliseconds) {
      this.now += milliseconds;
      stepped += milliseconds;
    },
  };
  const elapsed = () => clock.now - stepped;
  const { databaseUrl, postgres, secretKey } = config;
  const store = await openStore(databaseUrl, { mode: 'serve', postgres, secretKey });
  // A bus that begins to listen tells all streams that anything may have changed.
  const listens = store.bus && new Promise<void>((resolve) => store.bus?.subscribe('begin', () => resolve()));
  await store.migrate();
  await store.secrets.begin({ serving: true, alone: databaseFile(databaseUrl) !== undefined });
  const { key, row } = newApiKey('tests', START);
  await store.apiKeys.insert(row);

  const responses = new Set<string>();
  const log: string[] = [];
  const timers = createTestTimers((milliseconds) => clock.advance(milliseconds));
  const live = createLive({ config, store, clock: () => clock.now, elapsed, bus: store.bus, timers });
  const notifierOf = (resolveName: ResolveName) =>
    createNotifier({ store, config, clock: () => clock.now, mailer: createMailer(config), resolveName });
  const logger = pino({ level: config.logLevel, base: null }, { write: (line: string) => void log.push(line) });
  const projectCache = createProjectCache(store, () => clock.now, elapsed);
  const files = options.files === false ? undefined : openFiles(config);
  // Players of most tests write the same.
  const watched = { rateLimitsOn: options.storms === true && config.rateLimitsOn };
  const stormWatch = createStormWatch({
    config: watched,
    store,
    clock: () => clock.now,
    elapsed,
    logger,
    live,
    projectCache,
  });
  const { app, service } = buildApp({
    config,
    store,
    projectCache,
    files,
    stormWatch,
    live,
    clock: () => clock.now,
    elapsed,
    logger,
    inspect: (operation, status, body) => {
      responses.add(`${operation.id} ${status}`);
      // Long bodies come as bytes.
      conforms(operation, status, Buffer.isBuffer(body) ? body.toString() : body);
    },
    load: { ...idleLoad(config.pacing, options.stretch), ...options.load },
    passwords: options.passwords ?? quickPasswords(config.passwordHashesAtOnce),
    ...(options.resolveName === undefined ? {} : { notifier: notifierOf(options.resolveName) }),
    playerData: createPlayerData({
      config,
      clock: () => clock.now,
      elapsed,
      ...options.playerData,
      ...(options.resolveName === undefined ? {} : { resolveName: options.resolveName }),
    }),
    ...(options.builtPages === true ? {} : { consoleFolder: NOT_BUILT, widgetFolder: NOT_BUILT }),
    ...(options.consoleFolder === undefined ? {} : { consoleFolder: options.consoleFolder }),
    ...(options.widgetFolder === undefined ? {} : { widgetFolder: options.widgetFolder }),
  });
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  t.after(async () => {
    await app.close();
    await store.close();
    await copy?.drop();
  });
  await listens;

  return {
    url,
    store,
    live,
    lastUse: service.lastUse,
    refusedRequests: service.refusedRequests,
    stormWatch,
    activePlayers: service.activePlayers,
    baselines: service.baselines,
    get files() {
      if (files === undefined) throw new Error('this server does not accept files');
      return files;
    },
    clock,
    elapsed,
    pass: timers.pass,
    teamKey: key,
    responses,
    log,
    databaseUrl: config.databaseUrl,
    get databaseFile() {
      const file = databaseFile(config.databaseUrl);
      if (file === undefined) throw new Error('this test is about the file of SQLite');
      return file;
    },
    call: (method, path, callOptions) => call(url, method, path, callOptions),
  };
}

const checks = new Map<TSchema, ReturnType<typeof Compile>>();

/** Fails for an undeclared status or body. */
function conforms({ id, success, failures }: Operation, status: number, body: unknown): void {
  const declared = status === success.status ? success.schema : failures[status];
  if (declared === undefined) {
    assert.ok(status === success.status || PROTOCOL.has(status), `${id} must not answer ${status}`);
    return;
  }
  if (typeof body !== 'string' || body === '') return;
  let check = checks.get(declared);
  if (check === undefined) {
    check = Compile(closed(declared) as TSchema);
    checks.set(declared, check);
  }
  const value: unknown = JSON.parse(body);
  assert.ok(check.Check(value), `${id} ${status} must not be ${body}: ${JSON.stringify([...check.Errors(value)])}`);
}

/** Refuses unknown fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy;
}
