import type { RowsName, Seeded } from './rows.ts';

/** One operation under load. */
export interface BenchOperation {
  readonly name: string;
  /** Its id in the API and in the metrics of the server. */
  readonly id: string;
  /** The rows of its requests. `{1}` and `{2}` in a request are the columns of a row. */
  readonly rows: RowsName;
  readonly isWrite: boolean;
  /**
   * How many requests of a run may use the same row without reaching a rate limit. Four operations
   * share 240 reads a minute, and a seeded player may open nine more tickets.
   */
  readonly maxPerRow: number;
  /**
   * The target for its share of the baseline: bare node:http on SQLite, the bare driver on
   * PostgreSQL.
   */
  readonly target?: { readonly sqlite: number; readonly postgres?: number };
  /** The bytes of the request. */
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

function get(path: string, host: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${BEARER}\r\n`;
}

function post(path: string, host: string, authorization: string, body: string, length = body.length): string {
  const type = length > 0 ? 'Content-Type: application/json\r\n' : '';
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${authorization}${type}`;
  return `${head}Content-Length: ${length}\r\n\r\n${body}`;
}

function poll({ publicKey }: Seeded, host: string): string {
  return get(`/api/v1/player/inbox?projectPublicKey=${publicKey}`, host);
}

export const OPERATIONS: readonly BenchOperation[] = [
  {
    name: 'poll',
    id: 'GetPlayerInbox',
    rows: 'quiet',
    isWrite: false,
    maxPerRow: 60,
    target: { sqlite: 0.4, postgres: 0.5 },
    request: poll,
  },
  {
    name: 'poll-inbox',
    id: 'GetPlayerInbox',
    rows: 'messages',
    isWrite: false,
    maxPerRow: 60,
    request: poll,
  },
  {
    name: 'list',
    id: 'ListPlayerTickets',
    rows: 'players',
    isWrite: false,
    maxPerRow: 50,
    request: ({ publicKey }, host) => get(`/api/v1/player/tickets?projectPublicKey=${publicKey}`, host),
  },
  {
    name: 'read-ticket',
    id: 'GetTicket',
    rows: 'tickets',
    isWrite: false,
    maxPerRow: 60,
    request: (_seeded, host) => get('/api/v1/tickets/{2}', host),
  },
  {
    name: 'mark-read',
    id: 'MarkInboxMessageRead',
    rows: 'messages',
    isWrite: true,
    maxPerRow: 60,
    request: (_seeded, host) => post('/api/v1/player/inbox/{2}/read', host, BEARER, ''),
  },
  {
    name: 'create',
    id: 'CreateTicket',
    rows: 'players',
    isWrite: true,
    maxPerRow: 8,
    target: { sqlite: 0.15 },
    request({ publicKey }, host) {
      const body = { projectPublicKey: publicKey, type: 'bug', subject: 'The shop closes the game', message: MESSAGE };
      return post('/api/v1/tickets', host, BEARER, JSON.stringify({ ...body, context: CONTEXT }));
    },
  },
  {
    name: 'reply',
    id: 'AddTicketMessage',
    rows: 'tickets',
    isWrite: true,
    maxPerRow: 25,
    target: { sqlite: 0.15 },
    request: (_seeded, host) =>
      post('/api/v1/tickets/{2}/messages', host, BEARER, JSON.stringify({ message: MESSAGE })),
  },
  {
    name: 'identify',
    id: 'IdentifyPlayer',
    rows: 'installations',
    isWrite: true,
    maxPerRow: 25,
    target: { sqlite: 0.15 },
    request({ publicKey, rows }, host) {
      const fields = { projectPublicKey: publicKey, installationId: '{1}', userId: 'steam:76561198000000000' };
      const body = JSON.stringify({ ...fields, sessionId: 'session-1', context: CONTEXT });
      const [width = 0] = rows.installations.widths;
      return post('/api/v1/player/identify', host, '', body, body.length - '{1}'.length + width);
    },
  },
];
