import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertInvalid, assertProblem } from '../helpers/assert-problem.ts';
import { aPlayer, aTicket, listTickets, type Player, poll, teamReply } from '../helpers/builders.ts';
import type { CallOptions, Reply } from '../helpers/call.ts';
import { exchange, rawRequest } from '../helpers/raw-http.ts';
import { sharedServer } from '../helpers/shared-server.ts';

const server = await sharedServer({
  env: { RATE_LIMIT_IDENTIFY: '1000', RATE_LIMIT_REPLY: '1000', RATE_LIMIT_CREATE: '1000' },
});
const player = await aPlayer(server);
const ticketId = await aTicket(server, player);
await teamReply(server, ticketId);
const messageId: string = (await poll(server, player)).body.messages[0].id;

interface OperationWithBody {
  readonly id: string;
  readonly path: string;
  readonly success: number;
  readonly body: object;
}

const { publicKey: projectPublicKey } = player.project;
const WITH_BODY: readonly OperationWithBody[] = [
  {
    id: 'IdentifyPlayer',
    path: '/api/v1/player/identify',
    success: 200,
    body: { projectPublicKey, installationId: 'media-types-installation' },
  },
  {
    id: 'CreateTicket',
    path: '/api/v1/tickets',
    success: 201,
    body: { projectPublicKey, type: 'bug', subject: 'Käse', message: '🧀' },
  },
  {
    id: 'AddTicketMessage',
    path: `/api/v1/tickets/${ticketId}/messages`,
    success: 200,
    body: { message: '🧀' },
  },
];

/** Returns a player, with no open tickets if the operation creates one. */
async function writer({ id }: OperationWithBody): Promise<Player> {
  return id === 'CreateTicket' ? aPlayer(server, player.project) : player;
}

async function send(operation: OperationWithBody, options: CallOptions): Promise<Reply> {
  const { token } = await writer(operation);
  return server.call('POST', operation.path, { token, ...options });
}

const SUPPORTED_TYPES = [
  'application/json',
  'text/json',
  'application/vnd.game+json',
  'application/problem+json',
  'Application/JSON',
  'TEXT/Json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'text/json; charset="utf-8"',
  'application/x.y-z+json ; charset=Utf-8',
  'application/json; charset=utf8',
  'application/json; charset="UTF8"',
  "text/json; charset='utf-8'",
  'application/vnd.game+json;charset=Utf8',
];

const UNSUPPORTED_TYPES = [
  'text/plain',
  'text/plain; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'application/json5',
  'application/vnd.json',
  'text/vnd.game+json',
  'application/octet-stream',
  'json',
  'application/',
  '*/*',
  'application/json, text/json',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16le',
  'application/json; charset=utf-88',
  'text/json; charset=utf-16',
  'application/vnd.game+json; charset=ascii',
];

for (const operation of WITH_BODY) {
  const { id, path, success, body } = operation;
  const json = JSON.stringify(body);

  describe(`${id} ${success}: request media types`, () => {
    for (const type of SUPPORTED_TYPES) {
      test(`accepts ${type}`, async () => {
        const reply = await send(operation, { raw: json, headers: { 'content-type': type } });
        assert.equal(reply.status, success, reply.text);
      });
    }

    test('accepts a byte order mark, and white space around the body', async () => {
      for (const raw of [`\ufeff${json}`, ` \r\n\t${json}\n`]) {
        assert.equal((await send(operation, { raw })).status, success);
      }
    });

    test('accepts a body of 64 KiB', async () => {
      const padded = json + ' '.repeat(64 * 1024 - Buffer.byteLength(json));
      assert.equal((await send(operation, { raw: padded })).status, success);
    });
  });

  describe(`${id} 400: bodies that are not a JSON object in UTF-8`, () => {
    for (const raw of [
      '',
      ' ',
      '{',
      '{}{}',
      '{"a":1,}',
      "{'a':1}",
      '[]',
      '[{}]',
      'null',
      'true',
      '5',
      '"x"',
      'NaN',
      '\0',
    ]) {
      test(`refuses ${JSON.stringify(raw)}, with an error for $`, async () =>
        assertInvalid(await send(operation, { raw }), path, '$'));
    }

    test('refuses a missing body, with an error for $', async () =>
      assertInvalid(await send(operation, {}), path, '$'));

    for (const [what, bytes] of [
      ['a lone byte', [0xff]],
      ['Latin-1', [0xe4]],
      ['an incomplete code point', [0xf0, 0x9f, 0x98]],
      ['an overlong encoding', [0xc0, 0xaf]],
      ['an encoded surrogate', [0xed, 0xa0, 0x80]],
      ['a code point above the maximum', [0xf4, 0x90, 0x80, 0x80]],
    ] as const) {
      test(`refuses ${what} in a string, with an error for $`, async () => {
        const [before = '', after = ''] = JSON.stringify({ ...body, unknown: '@' }).split('@');
        const raw = new Uint8Array([...Buffer.from(before), ...bytes, ...Buffer.from(after)]);
        assertInvalid(await send(operation, { raw }), path, '$');
      });
    }

    for (const encoding of ['identity', 'Identity', 'identity, identity', '']) {
      test(`takes Content-Encoding: ${encoding} for none`, async () => {
        const reply = await send(operation, { raw: json, headers: { 'content-encoding': encoding } });
        assert.equal(reply.status, success, reply.text);
      });
    }

    test('refuses UTF-16, with an error for $', async () => {
      for (const text of [json, `\ufeff${json}`]) {
        assertInvalid(await send(operation, { raw: new Uint8Array(Buffer.from(text, 'utf16le')) }), path, '$');
      }
    });
  });

  describe(`${id} 413`, () => {
    test('one byte over 64 KiB, with and without Content-Length', async () => {
      const { token } = await writer(operation);
      const tooLarge = json + ' '.repeat(64 * 1024 + 1 - Buffer.byteLength(json));
      assertProblem(await send(operation, { raw: tooLarge }), 413, 'payload-too-large', path);

      const size = Buffer.byteLength(tooLarge).toString(16);
      const headers = [
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ];
      const undeclared = await exchange(
        server.url,
        `${rawRequest('POST', path, headers)}${size}\r\n${tooLarge}\r\n0\r\n\r\n`,
      );
      assertProblem(undeclared, 413, 'payload-too-large', path);
    });
  });

  describe(`${id} 415`, () => {
    for (const type of UNSUPPORTED_TYPES) {
      test(`refuses ${type}`, async () => {
        const reply = await send(operation, { raw: json, headers: { 'content-type': type } });
        assertProblem(reply, 415, 'unsupported-media-type', path);
      });
    }

    test('refuses a body without a type', async () => {
      const { token } = await writer(operation);
      const request = rawRequest('POST', path, [`Authorization: Bearer ${token}`], json);
      assertProblem(await exchange(server.url, request), 415, 'unsupported-media-type', path);
    });

    for (const [encoding, raw] of [
      ['gzip', new Uint8Array(gzipSync(json))],
      ['gzip', json],
      ['identity, gzip', json],
      ['identityx', json],
      ['br', json],
      ['x', json],
    ] as const) {
      test(`refuses Content-Encoding: ${encoding}, ${raw === json ? 'with a plain body' : 'with an encoded body'}`, async () => {
        const reply = await send(operation, { raw, headers: { 'content-encoding': encoding } });
        assertProblem(reply, 415, 'unsupported-media-type', path);
      });
    }
  });
}

/** Valid requests with these headers. */
const SENDERS: Readonly<Record<string, (headers: Record<string, string>) => Promise<Reply>>> = {
  ...Object.fromEntries(
    WITH_BODY.map((operation) => [
      operation.id,
      (headers: Record<string, string>) => send(operation, { body: operation.body, headers }),
    ]),
  ),
  ListPlayerTickets: (headers) => listTickets(server, player, { headers }),
  GetTicket: (headers) => server.call('GET', `/api/v1/tickets/${ticketId}`, { token: player.token, headers }),
  GetPlayerInbox: (headers) => poll(server, player, '', { headers }),
  MarkInboxMessageRead: (headers) =>
    server.call('POST', `/api/v1/player/inbox/${messageId}/read`, { token: player.token, headers }),
};

const ACCEPTED: readonly (readonly [accept: string, type: string])[] = [
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/*', 'application/json'],
  ['text/json', 'text/json'],
  ['text/plain', 'text/plain'],
  ['TEXT/Plain', 'text/plain'],
  ['text/plain; charset=utf-8', 'text/plain'],
  ['text/json;charset=UTF-8', 'text/json'],
  ["text/plain; charset='UTF8'", 'text/plain'],
  ['text/plain, */*;q=0.5', 'text/plain'],
  ['application/json;q=0.5, text/plain', 'text/plain'],
  ['text/plain;q=0.8, text/json;q=0.9, */*;q=0.1', 'text/json'],
  ['application/json;q=0, text/plain', 'text/plain'],
  ['text/html, application/xhtml+xml, text/plain;q=0.1', 'text/plain'],
  ['text/html, application/xml', 'application/json'],
  ['image/png', 'application/json'],
  ['application/problem+json', 'application/json'],
  ['application/json;q=0', 'application/json'],
  ['nonsense', 'application/json'],
  ['', 'application/json'],
];

describe('response media types', () => {
  for (const [accept, type] of ACCEPTED) {
    test(`Accept: ${accept} gets ${type} from every operation`, async () => {
      for (const [id, sendWith] of Object.entries(SENDERS)) {
        const reply = await sendWith({ accept });
        assert.ok(reply.status === 200 || reply.status === 201, reply.text);
        assert.equal(reply.headers.get('content-type'), `${type}; charset=utf-8`, id);
        assert.equal(typeof reply.body, 'object');
      }
    });
  }

  test('without Accept the type is application/json', async () => {
    const path = `/api/v1/player/tickets?projectPublicKey=${projectPublicKey}`;
    const { status, headers } = await exchange(
      server.url,
      rawRequest('GET', path, [`Authorization: Bearer ${player.token}`]),
    );
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8']);
  });

  test('the bytes are the same in every type', async () => {
    for (const id of ['ListPlayerTickets', 'GetTicket']) {
      const texts = ACCEPTED.map(async ([accept]) => (await SENDERS[id]?.({ accept }))?.text);
      assert.equal(new Set(await Promise.all(texts)).size, 1, id);
    }
  });

  test('a problem is application/problem+json, with any Accept', async () => {
    for (const accept of ['text/plain', 'application/json', 'text/json', 'image/png']) {
      const headers = { accept };
      const unknown = await server.call('GET', '/api/v1/tickets/x', { token: player.token, headers });
      assertProblem(unknown, 404, 'not-found', '/api/v1/tickets/x');
      assertProblem(
        await server.call('GET', '/api/v1/tickets/x', { headers }),
        401,
        'unauthorized',
        '/api/v1/tickets/x',
      );
      for (const operation of WITH_BODY) {
        assertInvalid(await send(operation, { raw: '[]', headers }), operation.path, '$');
      }
    }
  });

  test('the 404 of identify is application/json, with any Accept', async () => {
    for (const accept of ['text/plain', 'text/json', 'application/problem+json', 'image/png']) {
      const body = { projectPublicKey: 'unknown', installationId: 'media-types-installation' };
      const reply = await server.call('POST', '/api/v1/player/identify', { body, headers: { accept } });
      assert.equal(reply.status, 404);
      assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
    }
  });
});
