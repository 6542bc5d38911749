import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import pg from 'pg';
import { type Config, readConfig, readServerConfig } from '../../src/config/config.ts';
import { PROJECT_LIMITS } from '../../src/config/limits.ts';
import { misspelt } from '../../src/config/near-settings.ts';
import { REMOVED_SETTINGS } from '../../src/config/removed-settings.ts';
import { OperatorError } from '../../src/operator-error.ts';
import { connectionSettings } from '../../src/store/postgres/open.ts';
import { cli, serverThatStops } from '../helpers/programs.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

interface Setting {
  read(config: Config): unknown;
  readonly fallback: unknown;
  /** With their values in the config. */
  readonly accepted: readonly (readonly [string, unknown])[];
  readonly refused: readonly string[];
}

const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
const NOT_WHOLE_NUMBERS = ['abc', '-1', '1.5', '1e3', '0x10', ' 1', '1 ', '+1', '1\n2', 'NaN', '99999999999999999999'];

/** Expects a whole number: both bounds are accepted, values outside are not. */
function wholeNumber(read: Setting['read'], fallback: number, min: number, max: number): Setting {
  return {
    read,
    fallback,
    accepted: [
      [String(min), min],
      [String(max), max],
    ],
    refused: [...NOT_WHOLE_NUMBERS, String(min - 1), String(max + 1)],
  };
}

/** Expects a size of 1 MB or more, read as bytes. */
function megabytes(read: (config: Config) => number, fallback: number, max: number): Setting {
  const setting = wholeNumber((config) => read(config), fallback, 1, max);
  const bytes = (megabytes: unknown) => Number(megabytes) * 1_000_000;
  const accepted = setting.accepted.map(([text, value]) => [text, bytes(value)] as const);
  return { ...setting, fallback: bytes(fallback), accepted };
}

const quota = (name: keyof Config['limits'], fallback: number) =>
  wholeNumber((config) => config.limits[name], fallback, 0, 1_000_000_000);

/** Tells for each of three hops whether it is trusted. */
function trustedHops({ trustProxy }: Config): unknown {
  return typeof trustProxy === 'function' ? [0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop)) : trustProxy;
}

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;

const SETTINGS: Readonly<Record<string, Setting>> = {
  HOST: { read: (config) => config.host, fallback: '127.0.0.1', accepted: [['::1', '::1']], refused: [] },
  PORT: wholeNumber((config) => config.port, 8080, 0, 65_535),
  METRICS_HOST: {
    read: (config) => config.metricsHost,
    fallback: '127.0.0.1',
    accepted: [['0.0.0.0', '0.0.0.0']],
    refused: [],
  },
  METRICS_PORT: wholeNumber((config) => config.metricsPort, 0, 0, 65_535),
  DATABASE_URL: {
    read: (config) => config.databaseUrl,
    fallback: 'sqlite:./data/player-support.db',
    accepted: ['sqlite:/tmp/other.db', 'postgres://me@db.example/support?sslmode=verify-full'].map(
      (url) => [url, url] as const,
    ),
    refused: ['sqlite:', './data/player-support.db', 'mysql://localhost/db', 'sqlite'],
  },
  DATABASE_CACHE_MB: {
    read: (config) => config.cacheMegabytes,
    fallback: Math.min(2047, Math.floor(totalmem() / 2 / 2 ** 20), Math.floor(constrained / 2 / 2 ** 20)),
    accepted: [
      ['0', 0],
      ['2047', 2047],
    ],
    refused: [...NOT_WHOLE_NUMBERS, '2048', 'automatic'],
  },
  DATABASE_POOL_SIZE: wholeNumber((config) => config.postgres.poolSize, 10, 2, 1000),
  DATABASE_STATEMENT_SECONDS: wholeNumber((config) => config.postgres.statementSeconds, 5, 1, 60),
  SECRET_KEY: {
    read: (config) => config.secretKey,
    fallback: '',
    accepted: [`${'A'.repeat(43)}=`, `${'A'.repeat(43)},${'b'.repeat(42)}A`, 'lost'].map(
      (text) => [text, text] as const,
    ),
    refused: ['x', 'LOST', `${'A'.repeat(43)}=,x`, 'a'.repeat(64)],
  },
  LOG_ADDRESSES: {
    read: (config) => config.logAddresses,
    fallback: 'short',
    accepted: (['full', 'short', 'none'] as const).map((value) => [value, value] as const),
    refused: ['off', 'SHORT'],
  },
  PRINT_SECRETS: {
    read: (config) => config.printSecrets,
    fallback: 'terminal',
    accepted: (['terminal', 'always', 'never'] as const).map((value) => [value, value] as const),
    refused: ['on', 'Always'],
  },
  LOG_LEVEL: {
    read: (config) => config.logLevel,
    fallback: 'info',
    accepted: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level) => [level, level] as const),
    refused: ['loud', 'INFO', '30'],
  },
  TRUST_PROXY: {
    read: trustedHops,
    fallback: false,
    accepted: [
      ['off', false],
      ['0', [false, false, false]],
      ['2', [true, true, false]],
      ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
      ['loopback', ['loopback']],
      ['192.0.2.7,2001:db8::/32,::ffff:192.0.2.0/120', ['192.0.2.7', '2001:db8::/32', '::ffff:192.0.2.0/120']],
    ],
    refused: [
      ...['on', 'true', '-1', 'proxy.example', '10.0.0.0/8;::1'],
      // Some programs accept these as addresses, each with another meaning.
      ...['10.1', '10/8', '0x0a.0.0.1', '012.0.0.1', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '2001:db8::/129'],
    ],
  },
  RATE_LIMITS: {
    read: ({ limits }) => Object.values(limits).some((value) => value > 0),
    fallback: true,
    accepted: [
      ['on', true],
      ['off', false],
    ],
    refused: ['no', 'OFF', '0', 'false'],
  },
  RATE_LIMIT_IDENTIFY: quota('identify', 30),
  RATE_LIMIT_IDENTIFY_ADDRESS: quota('identifyAddress', 3000),
  RATE_LIMIT_CREATE: quota('create', 20),
  RATE_LIMIT_CREATE_HOUR: quota('createHour', 60),
  RATE_LIMIT_REPLY: quota('reply', 30),
  RATE_LIMIT_READ: quota('read', 240),
  RATE_LIMIT_TEAM: quota('team', 3000),
  RATE_LIMIT_TEAM_WRITE: quota('teamWrite', 300),
  RATE_LIMIT_AUTH_ADDRESS: quota('authAddress', 3000),
  RATE_LIMIT_SIGN_IN_ADDRESS: quota('signInAddress', 100),
  TOKEN_LIFETIME_SECONDS: wholeNumber((config) => config.tokenLifetimeSeconds, 2_592_000, 1, 315_360_000),
  SESSION_DAYS: wholeNumber((config) => config.sessionDays, 14, 1, 365),
  SESSION_IDLE_HOURS: wholeNumber((config) => config.sessionIdleHours, 72, 1, 8760),
  AUDIT_DAYS: wholeNumber((config) => config.auditDays, 365, 1, 3650),
  FILES_URL: {
    read: (config) => config.filesUrl,
    fallback: '',
    accepted: [
      'file:///var/lib/files%20of%20players',
      's3://bucket',
      's3://bucket.of-7/',
      's3://bucket/files/of_Players.v2',
    ].map((url) => [url, url] as const),
    refused: [
      '/var/lib/files',
      'file://host/files',
      'file:///a%2Fb',
      'file:///a?b',
      's3://',
      's3://Bucket',
      's3://bu',
      's3://key:secret@bucket',
      's3://bucket/../other',
      's3://bucket//a',
      's3://bucket/a?b',
      's3://bucket/a%20b',
      'https://files.example',
    ],
  },
  S3_ENDPOINT: {
    read: (config) => config.s3.endpoint,
    fallback: '',
    accepted: ['https://s3.example', 'http://127.0.0.1:9000', 'https://s3.example/storage/v1'].map(
      (url) => [url, url] as const,
    ),
    refused: ['s3.example', 'ftp://s3.example', 'https://me:secret@s3.example', 'https://s3.example/?', 'https://a#b'],
  },
  S3_REGION: {
    read: (config) => config.s3.region,
    fallback: 'us-east-1',
    accepted: [['auto', 'auto']],
    refused: ['EU', 'eu/central', 'a'.repeat(65)],
  },
  S3_ACCESS_KEY: { read: (config) => config.s3.accessKey, fallback: '', accepted: [['a/+=', 'a/+=']], refused: [] },
  S3_SECRET_KEY: { read: (config) => config.s3.secretKey, fallback: '', accepted: [['a/+=', 'a/+=']], refused: [] },
  S3_PATH_STYLE: {
    read: (config) => config.s3.pathStyle,
    fallback: false,
    accepted: [
      ['on', true],
      ['off', false],
    ],
    refused: ['true', '1'],
  },
  S3_SCRATCH_FOLDER: { read: (config) => config.s3.scratch, fallback: '', accepted: [['./a b', './a b']], refused: [] },
  ATTACHMENT_MB: megabytes((config) => config.attachments.maxBytes, 10, 100),
  ATTACHMENT_PLAYER_MB_PER_DAY: megabytes((config) => config.attachments.playerBytesPerDay, 20, 100_000),
  ATTACHMENT_PROJECT_MB_PER_DAY: megabytes((config) => config.attachments.projectBytesPerDay, 5000, 10_000_000),
  FILES_MIN_FREE_MB: megabytes((config) => config.attachments.minFreeBytes, 500, 10_000_000),
  CLAMAV: {
    read: (config) => config.attachments.clamav,
    fallback: undefined,
    accepted: [
      ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
      ['clamav.internal:3310', { host: 'clamav.internal', port: 3310 }],
      ['[::1]:3310', { host: '::1', port: 3310 }],
    ],
    refused: ['clamav', 'clamav:', ':3310', 'clamav:0', 'clamav:65536', '::1:3310', 'tcp://clamav:3310', 'a b:1'],
  },
  POLL_ACTIVE_SECONDS: wholeNumber((config) => config.pacing.active, 15, 1, 86_400),
  POLL_OPEN_SECONDS: wholeNumber((config) => config.pacing.open, 60, 1, 86_400),
  POLL_IDLE_SECONDS: wholeNumber((config) => config.pacing.idle, 300, 1, 86_400),
  POLL_MAX_SECONDS: wholeNumber((config) => config.pacing.max, 900, 1, 86_400),
  POLL_TARGET_PER_SECOND: wholeNumber((config) => config.pollTarget, 5000, 0, 1_000_000),
  SHED_READS: {
    read: ({ shedAfterMilliseconds, shedInFlight }) => [shedAfterMilliseconds, shedInFlight],
    fallback: [100, 200],
    accepted: [
      ['on', [100, 200]],
      ['off', [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]],
    ],
    refused: ['no', '0'],
  },
  TEAM_READ_PERCENT: wholeNumber((config) => config.teamReadPercent, 20, 1, 100),
  PUBLIC_URL: {
    read: (config) => config.publicUrl,
    fallback: '',
    accepted: [
      ['https://support.example', 'https://support.example'],
      ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ],
    refused: [
      'support.example',
      'https://support.example/path',
      'https://ada@support.example',
      'ftp://support.example',
    ],
  },
  CONSOLE_OFFLINE: {
    read: (config) => config.consoleKept,
    fallback: true,
    accepted: [
      ['on', true],
      ['off', false],
    ],
    refused: ['yes', '0'],
  },
  WEBHOOK_ALLOW_PRIVATE: {
    read: (config) => config.webhookAllowPrivate,
    fallback: false,
    accepted: [
      ['on', true],
      ['off', false],
    ],
    refused: ['yes', '1'],
  },
  // Also needs AUDIT_WEBHOOK_SECRET, see below.
  AUDIT_WEBHOOK_URL: {
    read: (config) => config.auditWebhook.url,
    fallback: '',
    accepted: [],
    refused: [
      ...['siem.example', 'ftp://siem.example', 'https://ada:secret@siem.example', 'https://ada@siem.example'],
      ...['http://169.254.169.254/', 'http://[fd00:ec2::254]/'],
    ],
  },
  AUDIT_WEBHOOK_SECRET: {
    read: (config) => config.auditWebhook.secret,
    fallback: '',
    accepted: [24, 25, 26, 32, 64].map((bytes) => secretOf(bytes)).map((text) => [text, text] as const),
    refused: [
      ...[secretOf(23), secretOf(65), secretOf(32).slice(6), `${secretOf(32)}=`, secretOf(32).slice(0, -1)],
      ...['whsec_', `whsec_${'-'.repeat(44)}`, `WHSEC_${secretOf(32).slice(6)}`, `${secretOf(32)}\n`],
    ],
  },
  // Also needs PUBLIC_URL and MAIL_FROM, see below.
  SMTP_URL: {
    read: (config) => config.mail.smtpUrl,
    fallback: '',
    accepted: [],
    refused: ['mail.example', 'http://mail.example', 'smtp://', 'smtp:mail.example:25:25'],
  },
  MAIL_FROM: {
    read: (config) => config.mail.from,
    fallback: '',
    accepted: [['Support <support@studio.example>', 'Support <support@studio.example>']],
    refused: [],
  },
  // Also needs OIDC_CLIENT_ID and PUBLIC_URL, see below.
  OIDC_ISSUER: {
    read: (config) => config.oidc.issuer,
    fallback: '',
    accepted: [],
    refused: [
      'login.example',
      'http://login.example',
      'https://login.example?tenant=1',
      'https://ada@login.example',
      'https://:secret@login.example',
      'https://login.microsoftonline.com/common/v2.0',
      'https://LOGIN.microsoftonline.com:443/common',
      'https://login.microsoftonline.com/Common/v2.0',
      'https://login.microsoftonline.com//common/v2.0',
      'https://login.microsoftonline.com/%63ommon/v2.0',
      'https://login.microsoftonline.com/9188040D-6c67-4c5b-b112-36a304b66dad/v2.0',
    ],
  },
  OIDC_CLIENT_ID: { read: (config) => config.oidc.clientId, fallback: '', accepted: [['a', 'a']], refused: [] },
  OIDC_CLIENT_SECRET: { read: (config) => config.oidc.clientSecret, fallback: '', accepted: [['a', 'a']], refused: [] },
  OIDC_NAME: { read: (config) => config.oidc.name, fallback: 'single sign-on', accepted: [['a', 'a']], refused: [] },
  OIDC_SCOPES: {
    read: (config) => config.oidc.scopes,
    fallback: 'openid email profile',
    accepted: [['openid email offline_access', 'openid email offline_access']],
    refused: [],
  },
  OIDC_GROUPS_CLAIM: {
    read: (config) => config.oidc.groupsClaim,
    fallback: 'groups',
    accepted: [['a', 'a']],
    refused: [],
  },
  OIDC_ROLES: {
    read: (config) => config.oidc.roles,
    fallback: new Map(),
    accepted: [['a=agent:prj_1', new Map([['a', { role: 'agent', projectIds: ['prj_1'] }]])]],
    refused: ['a', 'a=boss', 'a=agent;a=admin', 'a=agent:game'],
  },
  OIDC_RECHECK_MINUTES: wholeNumber((config) => config.oidc.recheckMinutes, 15, 1, 1440),
  OIDC_PASSWORDS: {
    read: (config) => config.oidc.passwords,
    fallback: 'owners',
    accepted: [
      ['owners', 'owners'],
      ['all', 'all'],
    ],
    refused: ['none', 'on'],
  },
  KEEP_ALIVE_SECONDS: wholeNumber((config) => config.keepAliveSeconds, 10, 1, 3600),
  MAX_CONNECTIONS: wholeNumber((config) => config.maxConnections, 50_000, 1, 10_000_000),
  DRAIN_SECONDS: wholeNumber((config) => config.drainSeconds, 0, 0, 300),
  SHUTDOWN_SECONDS: wholeNumber((config) => config.shutdownSeconds, 20, 1, 3600),
};

test('a server with WORKERS, which is no longer a setting, says what to do instead, unless it changes nothing', () => {
  const message =
    /^remove WORKERS: .*several nodes behind a proxy to use more cores, .*\(docs\/guide\/scale\.md, "([^"]+)"\)$/;
  for (const WORKERS of ['auto', '2', '0']) {
    assert.throws(() => readServerConfig({ WORKERS }), { message });
    assert.deepEqual(readConfig({ WORKERS }), readConfig({}), 'a command, such as a backup, goes on');
  }
  for (const WORKERS of ['', '1']) assert.deepEqual(readServerConfig({ WORKERS }), readConfig({}));
});

test('a mail server needs a sender and the address of the console; its password is in no message', () => {
  const mail = {
    SMTP_URL: 'smtp://ada:secret@mail.example',
    MAIL_FROM: 'a@b.example',
    PUBLIC_URL: 'https://c.example',
  };
  assert.equal(readConfig(mail).mail.smtpUrl, mail.SMTP_URL);
  assert.throws(() => readConfig({ ...mail, MAIL_FROM: '' }), {
    message: 'SMTP_URL needs MAIL_FROM, the sender of mail',
  });
  assert.throws(() => readConfig({ ...mail, PUBLIC_URL: '' }), { message: /^SMTP_URL needs PUBLIC_URL/ });
  assert.throws(() => readConfig({ SMTP_URL: mail.SMTP_URL }), {
    message: 'SMTP_URL needs PUBLIC_URL, for the links in mail, and MAIL_FROM, the sender of mail',
  });
  assert.throws(
    () => readConfig({ SMTP_URL: 'http://ada:secret@x' }),
    (error: Error) => !/secret/.test(error.message),
  );
});

const MAIL = { MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://c.example' };
const SPECIAL = '% 100%a #1#2 /a/ ?a=b @@ : [&] \\ "é" %41';

test('a password with special characters: encoded it arrives as it is, else one line says what to do, without it', async () => {
  const password = encodeURIComponent(SPECIAL);
  const database = `postgres://ada:${password}@db.example/support?options=-c search_path=one`;
  const { databaseUrl, postgres } = readConfig({ DATABASE_URL: database });
  const client = new pg.Client(connectionSettings(databaseUrl, postgres));
  assert.deepEqual([client.password, client.host, client.database], [SPECIAL, 'db.example', 'support']);
  assert.ok(readConfig({ ...MAIL, SMTP_URL: `smtp://ada:${password}@mail.example` }));

  for (const wrong of [
    'hidden%',
    '%zz',
    '%ff',
    'a#hidden',
    '12#hidden',
    'a/hidden',
    '12/hidden',
    'a?hidden',
    '12?a=b',
  ]) {
    for (const env of [
      { DATABASE_URL: `postgres://ada:${wrong}@db.example/support` },
      { DATABASE_URL: `postgresql://ada:@@${wrong}@db.example/support?application_name=a` },
      { ...MAIL, SMTP_URL: `smtps://ada:${wrong}@mail.example:465` },
    ]) {
      const [name = ''] = Object.keys(env).filter((one) => one.endsWith('_URL') && one !== 'PUBLIC_URL');
      assert.throws(
        () => readConfig(env),
        ({ message }: Error) =>
          message.startsWith(`${name} `) && /percent-encode/.test(message) && !/hidden|12|ada|\n/.test(message),
        JSON.stringify(env),
      );
    }
  }
  const { code, stderr } = await cli(
    ['copy', '--from', 'postgres://ada:12#hidden@x/y', '--to', 'sqlite:/tmp/x.db'],
    {},
  );
  assert.equal(code, 1);
  assert.match(stderr, /^player-support: --from has a user or a password .*percent-encode them[^\n]*\n$/);
});

test('no message has the password of an address that takes none, and none is read as another host', () => {
  for (const [name, value] of [
    ['PUBLIC_URL', 'https://ada:hidden@support.example'],
    ['CLAMAV', 'tcp://ada:hidden@clamav:3310'],
    ['S3_ENDPOINT', 'https://ada:hidden@s3.example'],
    ['FILES_URL', 's3://ada:hidden@bucket'],
    ['OIDC_ISSUER', 'https://ada:12#hidden@login.example'],
    ['AUDIT_WEBHOOK_URL', 'https://ada:12#hidden@siem.example'],
    ['AUDIT_WEBHOOK_URL', 'https://ada:hid#den@siem.example'],
  ] as const) {
    assert.throws(
      () => readConfig({ [name]: value }),
      ({ message }: Error) => message.startsWith(`${name} must `) && !/hid|den/.test(message),
      value,
    );
  }
  for (const url of [
    'postgres://me@server:a:b@db.example/x',
    'postgres:///x?host=/cloudsql&user=me@project.iam',
    'postgres://db.example/x?user=me@server&password=x',
    'postgres://me:x@db.example/x?sslrootcert=/etc/x@y/ca.pem&sslmode=verify-full',
  ]) {
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
  }
});

test('a receiver of the audit log needs a secret; neither it nor the address is in a message', () => {
  const AUDIT_WEBHOOK_SECRET = secretOf(32);
  for (const AUDIT_WEBHOOK_URL of ['https://siem.example/audit?key=1', 'http://10.0.0.1:8088', 'http://localhost:9']) {
    const { auditWebhook } = readConfig({ AUDIT_WEBHOOK_URL, AUDIT_WEBHOOK_SECRET });
    assert.deepEqual(auditWebhook, { url: AUDIT_WEBHOOK_URL, secret: AUDIT_WEBHOOK_SECRET });
    assert.throws(() => readConfig({ AUDIT_WEBHOOK_URL }), {
      message: 'AUDIT_WEBHOOK_URL needs AUDIT_WEBHOOK_SECRET, with which the receiver checks what it gets',
    });
  }
  for (const wrong of [
    { AUDIT_WEBHOOK_URL: 'https://ada:hidden@siem.example' },
    { AUDIT_WEBHOOK_URL: 'hidden://siem' },
    { AUDIT_WEBHOOK_SECRET: 'whsec_hidden' },
  ]) {
    assert.throws(
      () => readConfig({ AUDIT_WEBHOOK_SECRET, ...wrong }),
      (error: Error) => error instanceof OperatorError && !/hidden/.test(error.message),
    );
  }
});

test('single sign-on needs an id, a safe address of the console, and the scope openid', () => {
  const oidc = {
    OIDC_ISSUER: 'https://login.example/realms/studio',
    OIDC_CLIENT_ID: 'support',
    PUBLIC_URL: 'https://support.example',
  };
  assert.equal(readConfig(oidc).oidc.issuer, oidc.OIDC_ISSUER);
  assert.equal(readConfig({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:9000' }).oidc.issuer, 'http://127.0.0.1:9000');
  for (const tenant of ['1a2b3c4d-0000-4000-8000-1A2B3C4D5E6F', 'studio.onmicrosoft.com']) {
    const OIDC_ISSUER = `https://login.microsoftonline.com/${tenant}/v2.0`;
    assert.equal(readConfig({ ...oidc, OIDC_ISSUER }).oidc.issuer, OIDC_ISSUER);
  }
  assert.throws(() => readConfig({ ...oidc, OIDC_CLIENT_ID: '' }), { message: 'OIDC_ISSUER needs OIDC_CLIENT_ID' });
  for (const PUBLIC_URL of ['', 'http://support.example']) {
    const message = 'OIDC_ISSUER needs an https address in PUBLIC_URL';
    assert.throws(() => readConfig({ ...oidc, PUBLIC_URL }), { message });
  }
  assert.equal(readConfig({ ...oidc, PUBLIC_URL: 'http://localhost:8080' }).publicUrl, 'http://localhost:8080');
  const message = 'OIDC_ISSUER needs openid in OIDC_SCOPES';
  assert.throws(() => readConfig({ ...oidc, OIDC_SCOPES: 'email profile' }), { message });
});

test('the program reads exactly these settings, and whether one that is gone is set', () => {
  const names = new Set<string>();
  readConfig(
    new Proxy(
      {},
      {
        get(_target, name) {
          names.add(String(name));
          return undefined;
        },
      },
    ),
  );
  assert.deepEqual([...names].sort(), [...Object.keys(SETTINGS), ...REMOVED_SETTINGS].sort());
});

/** What one slip of a finger makes of a name, except at its end. */
function slips(name: string): string[] {
  return Array.from(name).flatMap((letter, at) => {
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    const swapped = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`;
    return [`${before}${after}`, `${before}${letter}${letter}${after}`, `${before}Q${after}`, swapped];
  });
}

test('a variable whose name is nearly one of ours is refused, with the name that was meant', () => {
  const names = Object.keys(SETTINGS);
  const known = new Set(names);
  for (const name of names.filter(({ length }) => length > 5)) {
    for (const slip of new Set(slips(name))) {
      // MAILFROM is cron's. Without MAIL_FROM the server says so by itself.
      if (slip === name || slip === 'MAILFROM' || names.includes(slip)) continue;
      const message = `${slip} is not a setting: correct it to ${name}, remove it, or set ${name} too`;
      assert.deepEqual(misspelt({ [slip]: '1' }, names, known), [message]);
      assert.deepEqual(misspelt({ [slip]: '1', [name]: '1' }, names, known), []);
    }
  }
  for (const [slip, name] of [
    ...[['DATABSE_URL', 'DATABASE_URL'] as const, ['DATABASE_URI', 'DATABASE_URL'] as const, ['SMTP_UR', 'SMTP_URL']],
    ...[
      ['URL_DATABASE', 'DATABASE_URL'] as const,
      ['database_url', 'DATABASE_URL'] as const,
      ['LOGLEVEL', 'LOG_LEVEL'],
    ],
    ...[['S3-ENDPOINT', 'S3_ENDPOINT'] as const, ['RATE_LIMIT', 'RATE_LIMITS'] as const, ['PROT', 'PORT'] as const],
    ...[['SMTP_URL_FILE', 'SMTP_URL'] as const, ['SMTP_URL_', 'SMTP_URL'] as const, ['PORT\u200b', 'PORT'] as const],
  ]) {
    assert.throws(() => readConfig({ [slip]: 'hidden' }), {
      message: new RegExp(`^${slip} is not .* to ${name}, remove`),
    });
  }
});

test('variables of other programs are not misspelt settings', () => {
  const others = [
    ...['DATABASE_URL_2', 'DATABASE_URL2', 'TEST_DATABASE_URL'],
    ...[
      'HOSTNAME',
      'HOSTS',
      'PORTS',
      'SPORT',
      'POST',
      'GHOST',
      'COST',
      'PORT1',
      'HOST_IP',
      'PATH',
      'HOME',
      'PWD',
      'SHLVL',
    ],
    ...[
      'EMAIL_FROM',
      'MAILFROM',
      'SFTP_URL',
      'MAIL',
      'MAILTO',
      'MAIL_FROM_NAME',
      'SMTP_HOST',
      'SMTP_PORT',
      'LOG_FORMAT',
      'LOG_FILE',
      'LOGNAME',
    ],
    ...[
      'DATABASE_HOST',
      'DATABASE_PORT',
      'DATABASE_NAME',
      'DIRECT_URL',
      'REDIS_URL',
      'AMQP_URL',
      'PUBLIC_KEY',
      'SECRET',
    ],
    ...[
      'SECRET_KEY_BASE',
      'SESSION_SECRET',
      'SESSION_ID',
      'AWS_REGION',
      'AWS_SECRET_ACCESS_KEY',
      'OIDC_ISSUER_URL',
      'CI',
    ],
    ...[
      'KUBERNETES_PORT',
      'KUBERNETES_SERVICE_HOST',
      'METRICS_SERVICE_PORT',
      'NODE_ENV',
      'NODE_OPTIONS',
      'DEBUG',
      'TZ',
    ],
    ...[
      'POSTGRES_PASSWORD',
      'SITE_ADDRESS',
      'INVOCATION_ID',
      'JOURNAL_STREAM',
      'npm_config_loglevel',
      'WORKERS',
      'PGHOST',
    ],
  ];
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const short = Array.from(letters, (a) => Array.from(letters, (b) => [a + b, `${a}${b}R`, `O${a}${b}`])).flat(2);
  assert.ok(
    readConfig({ ...Object.fromEntries(short.map((name) => [name, '1'])), METRIC_PORT: 'tcp://10.3.2.1:9090' }),
  );
  const { removed: _none, ...expected } = readConfig({});
  const { removed: _other, ...found } = readConfig(Object.fromEntries(others.map((name) => [name, '1'])));
  assert.deepEqual(found, expected);
  const ours = {
    DATABASE_URL: 'sqlite:a.db',
    FILES_URL: 'file:///data',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'support@studio.example',
    PUBLIC_URL: 'https://support.example',
  };
  const shared = { DATABASE_URI: '1', FILE_URL: '1', SMTP_URI: '1', MAILFROM: '1', PUBLIC_URI: '1', database_url: '1' };
  assert.deepEqual(readConfig({ ...shared, ...ours }), readConfig(ours), 'they may stand beside ours');
  assert.deepEqual(readConfig({ DATABSE_URL: '' }).databaseUrl, readConfig({}).databaseUrl, 'an empty one is not set');
});

test('all wrong variables are named at once, each on its line', async () => {
  const wrong = {
    PORT: 'abc',
    SMTP_URL: 'http://hidden',
    MAIL_FORM: 'hidden',
    AUDIT_WEBHOOK_URL: 'https://siem.example',
  };
  const { code, stdout, stderr } = await cli(['doctor'], { ...wrong, WORKERS: '4' });
  assert.deepEqual([code, stdout], [1, '']);
  const lines = ['PORT must be ', 'AUDIT_WEBHOOK_URL needs ', 'SMTP_URL must be ', 'MAIL_FORM is not a setting'];
  const found = stderr.trimEnd().split('\n');
  for (const line of lines)
    assert.ok(
      found.some((one) => one.startsWith(`player-support: ${line}`)),
      stderr,
    );
  assert.equal(found.length, lines.length);
  assert.throws(() => readServerConfig({ PORT: 'abc', WORKERS: '4' }), /remove WORKERS: .*\n?PORT must be/s);
});

test('there are at most 70 settings and 15 limits: a new one must be a question to the operator', () => {
  const names = Object.keys(SETTINGS);
  assert.ok(names.length <= 70, `${names.length} settings; see docs/decisions/068-settings.md`);
  const limits = [...names.filter((name) => name.startsWith('RATE_LIMIT_')), ...Object.keys(PROJECT_LIMITS)];
  assert.ok(limits.length <= 15, `${limits.length} limits; see docs/decisions/068-settings.md`);
});

test('a variable that was a setting changes nothing but the list of those that have no effect', () => {
  for (const name of REMOVED_SETTINGS) {
    assert.deepEqual(readServerConfig({ [name]: '1' }), { ...readConfig({}), removed: [name] });
    assert.deepEqual(readConfig({ [name]: '' }).removed, []);
  }
});

test('the settings page has each setting once, with its default', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/guide/settings.md'), 'utf8');
  const documented = Array.from(page.matchAll(/^\| `([A-Z0-9_]+)` \| `([^`]*)` \|/gm), ([, name = '', text = '']) => {
    return { name, value: SETTINGS[name]?.read(readConfig({ [name]: text })) };
  });
  assert.deepEqual(
    documented.sort((a, b) => a.name.localeCompare(b.name)),
    Object.entries(SETTINGS)
      .map(([name, { fallback }]) => ({ name, value: fallback }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
});

for (const [name, { read, fallback, accepted, refused }] of Object.entries(SETTINGS)) {
  suite(name, () => {
    test('has its default when it is absent or empty', () => {
      assert.deepEqual(read(readConfig({})), fallback);
      assert.deepEqual(read(readConfig({ [name]: '' })), fallback);
    });

    test('is read as given', () => {
      for (const [value, expected] of accepted) assert.deepEqual(read(readConfig({ [name]: value })), expected, value);
    });

    test('refuses an invalid value with one line that names the variable', () => {
      for (const value of refused) {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error) =>
            error instanceof OperatorError && error.message.startsWith(`${name} `) && !error.message.includes('\n'),
          JSON.stringify(value),
        );
      }
    });
  });
}

test('METRICS_HOST is local by default, with any HOST', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0' }).metricsHost, '127.0.0.1');
});

test('RATE_LIMITS=off switches every limit off, and still refuses an invalid limit', () => {
  const { limits } = readConfig({ RATE_LIMITS: 'off', RATE_LIMIT_READ: '5' });
  assert.deepEqual([...new Set(Object.values(limits))], [0]);
  assert.throws(() => readConfig({ RATE_LIMITS: 'off', RATE_LIMIT_READ: 'five' }), /^OperatorError: RATE_LIMIT_READ /);
});

suite('a program with an invalid setting prints one line that names it, and exits with 1', { concurrency: 2 }, () => {
  const invalid: readonly (readonly [name: string, value: string])[] = [
    ['PORT', 'abc'],
    // Reserved for documentation (RFC 5737), so this machine cannot listen on it.
    ['HOST', '192.0.2.1'],
  ];
  for (const [name, value] of invalid) {
    test(`${name}=${value}`, async (t) => {
      const database = `sqlite:${path.join(temporaryDirectory(t), 'test.db')}`;
      const { code, stderr, stdout } = await serverThatStops(t, { DATABASE_URL: database, [name]: value });
      assert.equal(code, 1, stdout);
      assert.match(stderr, /^player-support: [^\n]+\n$/);
      assert.ok(stderr.includes(name), stderr);
    });
  }

  test('the command line too', async () => {
    const { code, stdout, stderr } = await cli(['project', 'list'], { POLL_IDLE_SECONDS: 'often' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^player-support: POLL_IDLE_SECONDS must be a whole number from 1 to 86400, not "often"\n$/);
  });
});
