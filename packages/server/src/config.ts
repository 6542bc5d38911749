import { isIP } from 'node:net';
import type { PollPacing } from './domain/poll-pacing.ts';
import { OperatorError } from './errors.ts';
import { LIMITS, type LimitName } from './limits/limits.ts';
import { isDatabaseUrl } from './store/database-url.ts';
import { POSTGRES_DEFAULTS, type PostgresOptions } from './store/postgres/options.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly metricsHost: string;
  /** 0: no metrics. */
  readonly metricsPort: number;
  readonly databaseUrl: string;
  readonly postgres: PostgresOptions;
  readonly logLevel: string;
  /** Whose X-Forwarded-For is believed: nobody's, that many proxies in front, or these addresses. */
  readonly trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  /** Requests per window; 0 is no limit. */
  readonly limits: Readonly<Record<LimitName, number>>;
  /** Whether the limits that projects set apply. */
  readonly projectLimitsEnabled: boolean;
  readonly tokenLifetimeSeconds: number;
  readonly inboxDays: number;
  readonly idempotencyDays: number;
  /** How long a member stays signed in. */
  readonly sessionDays: number;
  readonly auditDays: number;
  readonly passwordHashesAtOnce: number;
  readonly pacing: PollPacing;
  /** Polls per second that this process aims at; 0: as many as it can answer. */
  readonly pollTarget: number;
  /** How long a turn of the event loop may last before polls are refused. */
  readonly shedAfterMilliseconds: number;
  /** Reads in flight at which polls are refused. */
  readonly shedInFlight: number;
  /** Reads of one player that are worked on at once. */
  readonly playerReadsAtOnce: number;
  /** Requests of one member or API key that are worked on at once. */
  readonly teamRequestsAtOnce: number;
  readonly live: {
    /** Streams of events of this process at most. */
    readonly streams: number;
    readonly streamsPerMember: number;
    readonly heartbeatSeconds: number;
  };
  readonly jobIntervalSeconds: number;
  readonly requestTimeoutSeconds: number;
  readonly keepAliveSeconds: number;
  readonly maxConnections: number;
  /** After SIGTERM, how long requests are still accepted while `/readyz` already says no. */
  readonly drainSeconds: number;
  readonly shutdownSeconds: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

function fail(name: string, value: string, expected: string): never {
  throw new OperatorError(`${name} must be ${expected}, not ${JSON.stringify(value)}`);
}

function whole(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    fail(name, value, `a whole number from ${min} to ${max}`);
  }
  return number;
}

function oneOf<const Values extends readonly string[]>(
  env: Environment,
  name: string,
  fallback: Values[number],
  values: Values,
): Values[number] {
  const value = env[name] || fallback;
  if (!values.includes(value)) fail(name, value, `one of ${values.join(', ')}`);
  return value;
}

function databaseUrl(env: Environment): string {
  const value = env.DATABASE_URL || 'sqlite:./data/player-support.db';
  // Not told back: it may hold a password.
  if (!isDatabaseUrl(value)) {
    throw new OperatorError('DATABASE_URL must be sqlite:<path of the file> or postgres://<user>@<host>/<database>');
  }
  return value;
}

/** An address, a network such as 10.0.0.0/8, or one of the names that stand for some. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  return family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width));
}

function trustProxy(env: Environment): Config['trustProxy'] {
  const value = env.TRUST_PROXY || 'off';
  if (value === 'off') return false;
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  if (!addresses.every(isNetwork)) {
    fail('TRUST_PROXY', value, 'off, a number of proxies, or a list of addresses and networks');
  }
  return addresses;
}

function limits(env: Environment): Pick<Config, 'limits' | 'projectLimitsEnabled'> {
  const on = oneOf(env, 'RATE_LIMITS', 'on', ['on', 'off']) === 'on';
  const names = Object.keys(LIMITS) as LimitName[];
  const quotas = Object.fromEntries(
    names.map((name) => {
      const { setting, quota } = LIMITS[name];
      const value = whole(env, setting, quota, 0, 1_000_000_000);
      return [name, on ? value : 0];
    }),
  ) as Record<LimitName, number>;
  return { limits: quotas, projectLimitsEnabled: on };
}

/**
 * Reads every setting once; nothing else reads the environment.
 *
 * @throws OperatorError naming the variable that cannot be understood.
 */
export function readConfig(env: Environment): Config {
  const seconds = (name: string, fallback: number, max: number) => whole(env, name, fallback, 1, max);
  const host = env.HOST || '127.0.0.1';
  return {
    host,
    port: whole(env, 'PORT', 8080, 0, 65_535),
    metricsHost: env.METRICS_HOST || '127.0.0.1',
    metricsPort: whole(env, 'METRICS_PORT', 0, 0, 65_535),
    databaseUrl: databaseUrl(env),
    postgres: {
      poolSize: whole(env, 'DATABASE_POOL_SIZE', POSTGRES_DEFAULTS.poolSize, 2, 1000),
      queue: whole(env, 'DATABASE_QUEUE', POSTGRES_DEFAULTS.queue, 1, 100_000),
      connectSeconds: seconds('DATABASE_CONNECT_SECONDS', POSTGRES_DEFAULTS.connectSeconds, 60),
      statementSeconds: seconds('DATABASE_STATEMENT_SECONDS', POSTGRES_DEFAULTS.statementSeconds, 60),
    },
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    trustProxy: trustProxy(env),
    ...limits(env),
    tokenLifetimeSeconds: seconds('TOKEN_LIFETIME_SECONDS', 30 * 86_400, 3650 * 86_400),
    inboxDays: seconds('INBOX_DAYS', 90, 3650),
    idempotencyDays: seconds('IDEMPOTENCY_DAYS', 7, 365),
    sessionDays: seconds('SESSION_DAYS', 14, 365),
    auditDays: seconds('AUDIT_DAYS', 365, 3650),
    passwordHashesAtOnce: whole(env, 'PASSWORD_HASHES_AT_ONCE', 2, 1, 64),
    pacing: {
      active: seconds('POLL_ACTIVE_SECONDS', 15, 86_400),
      open: seconds('POLL_OPEN_SECONDS', 60, 86_400),
      idle: seconds('POLL_IDLE_SECONDS', 300, 86_400),
      max: seconds('POLL_MAX_SECONDS', 900, 86_400),
    },
    pollTarget: whole(env, 'POLL_TARGET_PER_SECOND', 5000, 0, 1_000_000),
    shedAfterMilliseconds: whole(env, 'SHED_AFTER_MILLISECONDS', 100, 1, 60_000),
    shedInFlight: whole(env, 'SHED_IN_FLIGHT', 200, 1, 1_000_000),
    playerReadsAtOnce: whole(env, 'PLAYER_READS_AT_ONCE', 8, 1, 1_000_000),
    teamRequestsAtOnce: whole(env, 'TEAM_REQUESTS_AT_ONCE', 6, 1, 1_000_000),
    live: {
      streams: whole(env, 'LIVE_STREAMS', 1000, 0, 1_000_000),
      streamsPerMember: whole(env, 'LIVE_STREAMS_PER_MEMBER', 20, 1, 1_000_000),
      heartbeatSeconds: seconds('LIVE_HEARTBEAT_SECONDS', 15, 15),
    },
    jobIntervalSeconds: seconds('JOB_INTERVAL_SECONDS', 1, 3600),
    requestTimeoutSeconds: seconds('REQUEST_TIMEOUT_SECONDS', 10, 300),
    keepAliveSeconds: seconds('KEEP_ALIVE_SECONDS', 10, 3600),
    maxConnections: whole(env, 'MAX_CONNECTIONS', 50_000, 1, 10_000_000),
    drainSeconds: whole(env, 'DRAIN_SECONDS', 0, 0, 300),
    shutdownSeconds: seconds('SHUTDOWN_SECONDS', 20, 3600),
  };
}
