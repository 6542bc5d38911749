import os from 'node:os';
import { parseRoleMapping, type RoleMapping } from '../domain/role-mapping.ts';
import { OperatorError } from '../operator-error.ts';
import { POSTGRES_DEFAULTS, type PostgresOptions } from '../store/postgres/options.ts';
import { LOST, parseSecretKeys } from '../store/secrets/secret-keys.ts';
import {
  auditWebhookUrl,
  clamavAddress,
  databaseUrl,
  filesUrl,
  isSafeAddress,
  oidcIssuer,
  publicUrl,
  smtpUrl,
  trustProxy,
} from './address-settings.ts';
import { CONSTANTS } from './constants.ts';
import { LIMITS, type LimitName, SETTABLE_LIMITS, type SettableLimit } from './limits.ts';
import { misspelt } from './near-settings.ts';
import { REMOVED_SETTINGS, removedSettings } from './removed-settings.ts';
import { S3_SETTINGS } from './s3-settings.ts';
import {
  type Environment,
  formatPeriod,
  invalid,
  invalidSecret,
  oneOf,
  onOff,
  readSettings,
  type Setting,
  settingsOf,
  text,
  type ValuesOf,
  wholeNumber,
} from './setting.ts';

const SECONDS_PER_DAY = 86_400;
const MAX_QUOTA = 1_000_000_000;

const secretKey = text('SECRET_KEY', 'Database', {
  values: `keys of 32 bytes in base64, separated by commas, or \`${LOST}\``,
  description:
    'Encrypts secrets in the database ([how](operate.md#the-secret-key)). The first key encrypts, all of them decrypt. ' +
    'All nodes need the same keys. Without it, SQLite has a key in a file beside the database, and PostgreSQL keeps ' +
    `secrets in plain text. \`${LOST}\` starts [without a lost key](operate.md#without-the-secret-key).`,
  parse(text) {
    if (text !== LOST) parseSecretKeys(text, 'SECRET_KEY');
    return text;
  },
});

const BYTES_PER_MEGABYTE = 1_000_000;

/** Written in MB, read in bytes. */
function megabytes(name: string, max: number, docs: { default: number; description: string }): Setting<number> {
  const setting = wholeNumber(name, 'Attachments', { range: [1, max, 'MB'], ...docs });
  return { ...setting, parse: (text) => setting.parse(text) * BYTES_PER_MEGABYTE };
}

/** SQLite maps less than 2 GiB of a file. */
const MAX_CACHE_MB = 2047;

const cacheMegabytes: Setting<number> = {
  name: 'DATABASE_CACHE_MB',
  group: 'Database',
  default: 'auto',
  values: `\`auto\`, or 0 to ${MAX_CACHE_MB.toLocaleString('en-US')} MB`,
  description:
    'How much of a SQLite file the process maps into memory. The system takes it back when other programs need it, and ' +
    'tools count it as memory of the process. `auto` is half of the memory of the machine or container, at most ' +
    `${MAX_CACHE_MB.toLocaleString('en-US')} MB. At the start the server reads the file once, up to half of the memory.`,
  parse(text) {
    const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
    if (text === 'auto') return Math.min(MAX_CACHE_MB, Math.floor(memory / 2 / 2 ** 20));
    if (/^\d+$/.test(text) && Number(text) <= MAX_CACHE_MB) return Number(text);
    return invalid('DATABASE_CACHE_MB', text, `auto or a whole number from 0 to ${MAX_CACHE_MB}`);
  },
};

/** Standard Webhooks: 24 to 64 bytes. */
const AUDIT_SECRET =
  /^whsec_(?=[A-Za-z0-9+/]{32,86}={0,2}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const auditWebhookSecret = text('AUDIT_WEBHOOK_SECRET', 'Logs and metrics', {
  values: '`whsec_` and 24 to 64 bytes in base64',
  description:
    'Signs what the server sends to `AUDIT_WEBHOOK_URL`. Make one with `echo "whsec_$(openssl rand -base64 32)"`.',
  parse: (text) =>
    AUDIT_SECRET.test(text) ? text : invalidSecret('AUDIT_WEBHOOK_SECRET', 'whsec_ and 24 to 64 bytes in base64'),
});

const oidcRoles: Setting<RoleMapping> = {
  name: 'OIDC_ROLES',
  group: 'Single sign-on',
  default: '',
  values: '`<group>=<role>` or `<group>=<role>:<project id>,<project id>`, with `;` between them',
  description:
    'Which groups at the provider get which role, and only for which projects ([how](single-sign-on.md#groups-and-roles)). ' +
    'Their members need no invitation.',
  parse: (text) =>
    parseRoleMapping(text) ??
    invalid('OIDC_ROLES', text, '<group>=<role>, or <group>=<role>:<project id>,<project id>'),
};

function rateLimits(): Record<SettableLimit, Setting<number>> {
  const settings = SETTABLE_LIMITS.map((name) => {
    const { setting, quota, window, description } = LIMITS[name];
    const range = [0, MAX_QUOTA, `per ${formatPeriod(window)}`] as const;
    return [name, wholeNumber(setting, 'Rate limits', { default: quota, range, description })];
  });
  // The type of Object.fromEntries does not have the names.
  return Object.fromEntries(settings) as Record<SettableLimit, Setting<number>>;
}

/**
 * Every setting: a question with different answers (decision 068). `Config` and
 * docs/guide/settings.md are derived from it.
 */
export const SETTINGS = {
  host: text('HOST', 'Network', {
    default: '127.0.0.1',
    values: 'an address or host name',
    description: 'Address to listen on.',
  }),
  port: wholeNumber('PORT', 'Network', {
    default: 8080,
    range: [0, 65_535],
    description: 'Port to listen on. 0 takes a free one.',
  }),
  trustProxy,
  keepAliveSeconds: wholeNumber('KEEP_ALIVE_SECONDS', 'Connections and shutdown', {
    default: 10,
    range: [1, 3600, 'seconds'],
    description: 'How long an idle connection stays open.',
  }),
  maxConnections: wholeNumber('MAX_CONNECTIONS', 'Connections and shutdown', {
    default: 50_000,
    range: [1, 10_000_000, 'connections'],
    description: 'Open connections. The server refuses more.',
  }),
  drainSeconds: wholeNumber('DRAIN_SECONDS', 'Connections and shutdown', {
    default: 0,
    range: [0, 300, 'seconds'],
    description:
      'How long the server still accepts requests after SIGTERM. ' +
      '`/readyz` responds with 503 in that time, so that a proxy notices.',
  }),
  shutdownSeconds: wholeNumber('SHUTDOWN_SECONDS', 'Connections and shutdown', {
    default: 20,
    range: [1, 3600, 'seconds'],
    description: 'How long requests in flight may take after `DRAIN_SECONDS`.',
  }),
  databaseUrl,
  secretKey,
  cacheMegabytes,
  postgres: {
    poolSize: wholeNumber('DATABASE_POOL_SIZE', 'Database', {
      default: POSTGRES_DEFAULTS.poolSize,
      range: [2, 1000, 'connections'],
      description:
        'Connections in the pool of this node to PostgreSQL. It opens three more: two for quick reads, and one to ' +
        'listen for changes.',
    }),
    statementSeconds: wholeNumber('DATABASE_STATEMENT_SECONDS', 'Database', {
      default: POSTGRES_DEFAULTS.statementSeconds,
      range: [1, 60, 'seconds'],
      description:
        'How long one statement may take. Then PostgreSQL ends it. ' +
        'If PostgreSQL does not respond, the node gives up half a second later.',
    }),
  },
  logLevel: oneOf('LOG_LEVEL', 'Logs and metrics', {
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    description: 'The lowest level to log. Successful reads have the level `debug`, other requests `info`.',
  }),
  logAddresses: oneOf('LOG_ADDRESSES', 'Logs and metrics', {
    values: ['full', 'short', 'none'],
    default: 'short',
    description:
      'The addresses of clients in the log and in the audit log. `short`: only the network, /24 of IPv4 and /48 of IPv6.',
  }),
  printSecrets: oneOf('PRINT_SECRETS', 'Logs and metrics', {
    values: ['terminal', 'always', 'never'],
    default: 'terminal',
    description:
      'Whether the first start prints an owner link and an API key. `terminal`: only if its standard output is a ' +
      'terminal. Otherwise it makes neither, and says which commands do.',
  }),
  metricsPort: wholeNumber('METRICS_PORT', 'Logs and metrics', {
    default: 0,
    range: [0, 65_535],
    description: 'Port of the listener for Prometheus, which serves `/metrics`. 0 switches it off.',
  }),
  metricsHost: text('METRICS_HOST', 'Logs and metrics', {
    default: '127.0.0.1',
    values: 'an address or host name',
    description: 'Address of the listener for Prometheus.',
  }),
  auditWebhook: { url: auditWebhookUrl, secret: auditWebhookSecret },
  tokenLifetimeSeconds: wholeNumber('TOKEN_LIFETIME_SECONDS', 'Sessions and stored data', {
    default: 30 * SECONDS_PER_DAY,
    range: [1, 3650 * SECONDS_PER_DAY, 'seconds'],
    description: 'How long a player access token is valid. The default is 30 days.',
  }),
  sessionDays: wholeNumber('SESSION_DAYS', 'Sessions and stored data', {
    default: 14,
    range: [1, 365, 'days'],
    description: 'How long a member stays signed in.',
  }),
  sessionIdleHours: wholeNumber('SESSION_IDLE_HOURS', 'Sessions and stored data', {
    default: 72,
    range: [1, 8760, 'hours'],
    description: 'A member whose browser sends no request for this long has to sign in again.',
  }),
  auditDays: wholeNumber('AUDIT_DAYS', 'Sessions and stored data', {
    default: 365,
    range: [1, 3650, 'days'],
    description: 'How long the server keeps the entries of the audit log.',
  }),
  filesUrl,
  s3: S3_SETTINGS,
  attachments: {
    maxBytes: megabytes('ATTACHMENT_MB', 100, { default: 10, description: 'The largest file.' }),
    playerBytesPerDay: megabytes('ATTACHMENT_PLAYER_MB_PER_DAY', 100_000, {
      default: 20,
      description: 'Files that one player uploads per day (UTC). Each counts as 16 KiB at least.',
    }),
    projectBytesPerDay: megabytes('ATTACHMENT_PROJECT_MB_PER_DAY', 10_000_000, {
      default: 5000,
      description:
        'Files that a project gets per day (UTC). Each counts as 16 KiB at least. One address, member or ' +
        'key can use half of it, new players at one address an eighth, all new players the first half, and all ' +
        'players nine tenths.',
    }),
    minFreeBytes: megabytes('FILES_MIN_FREE_MB', 10_000_000, {
      default: 500,
      description:
        'What must stay free on the disk of the local folder. Below that, uploads get 503, and all else works.',
    }),
    clamav: clamavAddress,
  },
  pacing: {
    active: wholeNumber('POLL_ACTIVE_SECONDS', 'Polling', {
      default: 15,
      range: [1, SECONDS_PER_DAY, 'seconds'],
      description: 'Time between two polls of a player whose ticket had a public message in the last 10 minutes.',
    }),
    open: wholeNumber('POLL_OPEN_SECONDS', 'Polling', {
      default: 60,
      range: [1, SECONDS_PER_DAY, 'seconds'],
      description: 'Time between two polls of any other player with a ticket that is not closed.',
    }),
    idle: wholeNumber('POLL_IDLE_SECONDS', 'Polling', {
      default: 300,
      range: [1, SECONDS_PER_DAY, 'seconds'],
      description: 'Time between two polls of all other players.',
    }),
    max: wholeNumber('POLL_MAX_SECONDS', 'Polling', {
      default: 900,
      range: [1, SECONDS_PER_DAY, 'seconds'],
      description: 'The longest time between two polls that a busy server asks for.',
    }),
  },
  pollTarget: wholeNumber('POLL_TARGET_PER_SECOND', 'Polling', {
    default: 5000,
    range: [0, 1_000_000, 'polls per second'],
    description:
      'The poll rate of one node. Above it the node asks clients to poll less often ' +
      '([how](../decisions/014-overload.md)). 0: as many as it can answer.',
  }),
  shedReads: onOff('SHED_READS', 'Overload', {
    default: 'on',
    description:
      '`on`: under overload the server refuses polls, and then other reads of players, so that writes succeed ' +
      '([how](../decisions/014-overload.md)). `off` is for measurements.',
  }),
  teamReadPercent: wholeNumber('TEAM_READ_PERCENT', 'Overload', {
    default: 20,
    range: [1, 100, 'percent'],
    description:
      'The part of the time in which counts, searches, news and long lists of one member or its API keys run, after half ' +
      'a second of them at once ([how](../decisions/039-fair-shares.md)). Others wait, or get 429. 100: no limit.',
  }),
  /** Browsers keep the console. */
  consoleKept: onOff('CONSOLE_OFFLINE', 'Network', {
    default: 'on',
    description:
      '`on`: browsers keep the code of the console, so that it opens without a connection. ' +
      '`off` removes it from each browser at its next visit.',
  }),
  publicUrl,
  webhookAllowPrivate: onOff('WEBHOOK_ALLOW_PRIVATE', 'Notifications', {
    default: 'off',
    description:
      'Whether webhooks of members, and services with [player data](player-data.md), may be in private networks and on ' +
      'this machine, use plain HTTP, and have a port. Then each member can make the server send requests into your network.',
  }),
  mail: {
    smtpUrl,
    from: text('MAIL_FROM', 'Notifications', {
      values: 'an address, or `Name <address>`',
      description: 'The sender of mail. Required with `SMTP_URL`.',
    }),
  },
  oidc: {
    issuer: oidcIssuer,
    clientId: text('OIDC_CLIENT_ID', 'Single sign-on', {
      values: 'any text',
      description: 'The id of this server at the provider.',
    }),
    clientSecret: text('OIDC_CLIENT_SECRET', 'Single sign-on', {
      values: 'any text',
      description: 'The secret of this server at the provider. Leave it empty for a public client.',
    }),
    name: text('OIDC_NAME', 'Single sign-on', {
      default: 'single sign-on',
      values: 'any text',
      description: 'The name of the provider for members: the button says `Sign in with <name>`.',
    }),
    scopes: text('OIDC_SCOPES', 'Single sign-on', {
      default: 'openid email profile',
      values: 'scopes with spaces between them',
      description:
        'What the server asks the provider for. Some providers need `offline_access` here, so that the server can ask ' +
        'again, and others a scope for groups.',
    }),
    groupsClaim: text('OIDC_GROUPS_CLAIM', 'Single sign-on', {
      default: 'groups',
      values: 'the name of a claim, or a path such as `realm_access.roles`',
      description: "The claim with the names of a person's groups, for `OIDC_ROLES`.",
    }),
    roles: oidcRoles,
    recheckMinutes: wholeNumber('OIDC_RECHECK_MINUTES', 'Single sign-on', {
      default: 15,
      range: [1, 1440, 'minutes'],
      description:
        'How often the server asks the provider whether a member may still sign in. Without a refresh token of the ' +
        'provider, sessions end after this time.',
    }),
    passwords: oneOf('OIDC_PASSWORDS', 'Single sign-on', {
      values: ['owners', 'all'],
      default: 'owners',
      description:
        'Who can sign in with a password or a passkey while `OIDC_ISSUER` is set. `owners`: only owners, so that they get in while ' +
        'the provider is down. `all`: every member who has one.',
    }),
  },
  /** `off`: no rate limit applies, and no storm mode begins by itself. */
  rateLimitsOn: onOff('RATE_LIMITS', 'Rate limits', {
    default: 'on',
    description:
      '`off` switches off all rate limits, the limits of projects and their automatic storm mode, ' +
      'and the early refusal of requests with invalid credentials. Limits of what runs at the same time stay on.',
  }),
  limits: rateLimits(),
};

type Settings = ValuesOf<typeof SETTINGS>;

const SETTING_NAMES = settingsOf(SETTINGS).map(({ name }) => name);
const NAMES_OF_ALL_TIMES: ReadonlySet<string> = new Set([...SETTING_NAMES, ...REMOVED_SETTINGS]);

/** The values of the settings, and the constants. */
export type Config = Omit<Settings, 'limits' | 'postgres'> &
  typeof CONSTANTS & {
    readonly postgres: PostgresOptions;
    /** The quotas of all rate limits. 0: no limit. */
    readonly limits: Readonly<Record<LimitName, number>>;
    /** Names of variables that are set, but have no effect any more. */
    readonly removed: readonly string[];
  };

/** The quotas of all rate limits, each as `quotaOf` says. */
function quotas(quotaOf: (name: LimitName) => number): Record<LimitName, number> {
  const names = Object.keys(LIMITS) as LimitName[];
  // The type of Object.fromEntries does not have the names.
  return Object.fromEntries(names.map((name) => [name, quotaOf(name)])) as Record<LimitName, number>;
}

function withConstants(settings: Settings, env: Environment): Config {
  const { shedReads, rateLimitsOn } = settings;
  const never = { shedAfterMilliseconds: Number.POSITIVE_INFINITY, shedInFlight: Number.POSITIVE_INFINITY };
  return {
    ...CONSTANTS,
    ...settings,
    ...(shedReads ? {} : never),
    postgres: { ...POSTGRES_DEFAULTS, ...settings.postgres },
    s3: { ...CONSTANTS.s3, ...settings.s3 },
    attachments: { ...CONSTANTS.attachments, ...settings.attachments },
    limits: rateLimitsOn ? { ...quotas((name) => LIMITS[name].quota), ...settings.limits } : quotas(() => 0),
    removed: removedSettings(env),
  };
}

/** Throws OperatorError with a line for each problem, so that one start shows all. */
function configWith(env: Environment, earlierProblems: readonly string[]): Config {
  const problems = [...earlierProblems];
  const config = withConstants(readSettings(SETTINGS, env, problems), env);
  problems.push(...misspelt(env, SETTING_NAMES, NAMES_OF_ALL_TIMES));
  const { mail, auditWebhook, oidc } = config;
  if (mail.smtpUrl !== '') {
    const missing = [
      ...(config.publicUrl === '' ? ['PUBLIC_URL, for the links in mail'] : []),
      ...(mail.from === '' ? ['MAIL_FROM, the sender of mail'] : []),
    ];
    if (missing.length > 0) problems.push(`SMTP_URL needs ${missing.join(', and ')}`);
  }
  if (auditWebhook.url !== '' && auditWebhook.secret === '') {
    problems.push('AUDIT_WEBHOOK_URL needs AUDIT_WEBHOOK_SECRET, with which the receiver checks what it gets');
  }
  if (oidc.issuer !== '') {
    const publicUrl = URL.parse(config.publicUrl);
    const missing = [
      ...(oidc.clientId === '' ? ['OIDC_CLIENT_ID'] : []),
      ...(publicUrl === null || !isSafeAddress(publicUrl) ? ['an https address in PUBLIC_URL'] : []),
      ...(oidc.scopes.split(' ').includes('openid') ? [] : ['openid in OIDC_SCOPES']),
    ];
    if (missing.length > 0) problems.push(`OIDC_ISSUER needs ${missing.join(', and ')}`);
  }
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return config;
}

/** Nothing else reads the environment. Throws OperatorError naming all wrong variables. */
export const readConfig = (env: Environment): Config => configWith(env, []);

/**
 * Refuses removed settings: the node would be smaller than planned. Commands ignore them, so that
 * backups go on. Throws OperatorError.
 */
export function readServerConfig(env: Environment): Config {
  const { WORKERS = '' } = env;
  const workers =
    'remove WORKERS: a node is one process. On PostgreSQL, start several nodes behind a proxy to use more cores, ' +
    'and divide the limits among them (docs/guide/scale.md, "Several nodes on one machine")';
  return configWith(env, ['', '1'].includes(WORKERS) ? [] : [workers]);
}
