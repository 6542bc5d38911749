import type { RowsName, Seeded } from './rows.ts';

/** Processor time of server and database together. */
interface Limits {
  /** A multiple of the plain program. */
  readonly plain?: number;
  /** A multiple of bare node:http. */
  readonly bare?: number;
  readonly microseconds?: number;
}

export interface BenchOperation {
  readonly name: string;
  /**
   * `{1}` in a request is a row's first column, `{#}` a unique number. `mix`: each target has its
   * own rows and ETags.
   */
  readonly rows: RowsName | 'mix';
  readonly isWrite: boolean;
  /** Where the server limits one key. */
  readonly maxConnections?: number;
  /**
   * Requests that one row allows: reads share 240 a minute, and a player may open nine more
   * tickets.
   */
  readonly maxPerRow: number;
  /** A share of `--warm-up`: rows with the same code, and slow ones, need less. */
  readonly warmUp: number;
  readonly limits?: { readonly sqlite?: Limits; readonly postgres?: Limits };
  request(seeded: Seeded, host: string): string;
}

const MESSAGE =
  'After the update the game closes by itself when I open the shop on the second island. I have tried to restart it ' +
  'and to install it again, and it still happens every time. I lost the coins that I had bought yesterday.';

const CONTEXT = {
  appVersion: '2.14.1',
  buildNumber: '21410',
  platform: 'android',
  locale: 'en-GB',
  deviceModel: 'Pixel 9',
  osVersion: '16',
};

const BEARER = 'Authorization: Bearer {1}\r\n';
const KEY = 'Idempotency-Key: bench-{#}\r\n';
/** For {#}. */
const NUMBER_DIGITS = 10;

function get(path: string, host: string, headers: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${headers}\r\n`;
}

function post(path: string, host: string, headers: string, body: string, length = body.length): string {
  const type = length > 0 ? 'Content-Type: application/json\r\n' : '';
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${headers}${type}`;
  return `${head}Content-Length: ${length}\r\n\r\n${body}`;
}

const poll =
  (headers = '') =>
  ({ publicKey }: Seeded, host: string) =>
    get(`/api/v1/player/inbox?projectPublicKey=${publicKey}`, host, BEARER + headers);

const byTeam = ({ teamKey }: Seeded) => `Authorization: Bearer ${teamKey}\r\n`;

/** The server lets 100 requests of one key wait. 32 connections stay below. */
const TEAM_DEFAULTS = { rows: 'tickets', maxConnections: 32, maxPerRow: Number.MAX_SAFE_INTEGER } as const;
/** On SQLite a page blocks other requests. Most come from the ticket cache (decision 032). */
const PAGE = { sqlite: { microseconds: 400 } };
const WRITE = { postgres: { plain: 1.3 } };

/** Fills in a row's columns and the request's number. */
export function fill(request: string, columns: readonly string[], number: number): string {
  return request
    .replace(/\{(\d)\}/g, (_match, digit: string) => columns[Number(digit) - 1] ?? '')
    .replaceAll('{#}', String(number).padStart(NUMBER_DIGITS, '0'));
}

export const OPERATIONS: readonly BenchOperation[] = [
  {
    name: 'poll',
    rows: 'quiet',
    isWrite: false,
    maxPerRow: 40,
    warmUp: 1,
    limits: { sqlite: { plain: 0.9, bare: 2 }, postgres: { plain: 1.1 } },
    request: poll(),
  },
  {
    name: 'poll-new',
    rows: 'quiet',
    isWrite: false,
    maxPerRow: 40,
    warmUp: 0.2,
    limits: { sqlite: { bare: 2 } },
    request: poll('Connection: close\r\n'),
  },
  {
    name: 'poll-mix',
    rows: 'mix',
    isWrite: false,
    maxPerRow: 40,
    warmUp: 0.2,
    request: poll('If-None-Match: {2}\r\nConnection: {3}\r\n'),
  },
  {
    name: 'poll-inbox',
    rows: 'messages',
    isWrite: false,
    maxPerRow: 40,
    warmUp: 1,
    limits: { sqlite: { plain: 1.15 }, postgres: { plain: 1.1 } },
    request: poll(),
  },
  {
    name: 'list',
    rows: 'players',
    isWrite: false,
    maxPerRow: 40,
    warmUp: 1,
    limits: { sqlite: { plain: 1.15 }, postgres: { plain: 1.1 } },
    request: ({ publicKey }, host) => get(`/api/v1/player/tickets?projectPublicKey=${publicKey}`, host, BEARER),
  },
  {
    name: 'read-ticket',
    rows: 'tickets',
    isWrite: false,
    maxPerRow: 40,
    warmUp: 1,
    limits: { sqlite: { plain: 1.15 } },
    request: (_seeded, host) => get('/api/v1/tickets/{2}', host, BEARER),
  },
  {
    name: 'queue',
    ...TEAM_DEFAULTS,
    isWrite: false,
    warmUp: 0.03,
    limits: PAGE,
    request: (seeded, host) => get('/api/v1/team/tickets?view=attention', host, byTeam(seeded)),
  },
  {
    name: 'ticket',
    ...TEAM_DEFAULTS,
    isWrite: false,
    warmUp: 0.2,
    request: (seeded, host) => get('/api/v1/team/tickets/{2}', host, byTeam(seeded)),
  },
  {
    name: 'facets',
    ...TEAM_DEFAULTS,
    isWrite: false,
    warmUp: 0.03,
    limits: PAGE,
    request: (seeded, host) => get('/api/v1/team/tickets/facets', host, byTeam(seeded)),
  },
  {
    name: 'counts',
    ...TEAM_DEFAULTS,
    isWrite: false,
    warmUp: 0.03,
    limits: PAGE,
    request: (seeded, host) => get('/api/v1/team/tickets/counts', host, byTeam(seeded)),
  },
  {
    name: 'mark-read',
    rows: 'messages',
    isWrite: true,
    maxPerRow: 60,
    warmUp: 0.1,
    limits: WRITE,
    request: (_seeded, host) => post('/api/v1/player/inbox/{2}/read', host, BEARER, ''),
  },
  {
    name: 'create',
    rows: 'players',
    isWrite: true,
    maxPerRow: 8,
    warmUp: 0.1,
    limits: WRITE,
    request({ publicKey }, host) {
      const body = { projectPublicKey: publicKey, type: 'bug', subject: 'The shop closes the game', message: MESSAGE };
      return post('/api/v1/tickets', host, BEARER + KEY, JSON.stringify({ ...body, context: CONTEXT }));
    },
  },
  {
    name: 'reply',
    rows: 'tickets',
    isWrite: true,
    maxPerRow: 25,
    warmUp: 0.1,
    limits: WRITE,
    request: (_seeded, host) =>
      post('/api/v1/tickets/{2}/messages', host, BEARER + KEY, JSON.stringify({ message: MESSAGE })),
  },
  {
    name: 'team-reply',
    ...TEAM_DEFAULTS,
    isWrite: true,
    warmUp: 0.1,
    request: (seeded, host) =>
      post('/api/v1/team/tickets/{2}/replies', host, byTeam(seeded), JSON.stringify({ message: MESSAGE })),
  },
  {
    name: 'identify',
    rows: 'installations',
    isWrite: true,
    maxPerRow: 25,
    warmUp: 0.1,
    limits: WRITE,
    request({ publicKey, rows }, host) {
      const fields = { projectPublicKey: publicKey, installationId: '{1}', userId: 'steam:76561198000000000' };
      const body = JSON.stringify({ ...fields, sessionId: 'session-1', context: CONTEXT });
      const [width = 0] = rows.installations.widths;
      return post('/api/v1/player/identify', host, '', body, body.length - '{1}'.length + width);
    },
  },
];
