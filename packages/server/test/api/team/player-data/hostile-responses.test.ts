import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { aPlayer, type Player } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { aReceiver, type Receiver, WEBHOOKS } from '../../../helpers/notifications.ts';
import { answerWith, COINS, getPlayerData, setPlayerData } from '../../../helpers/player-data.ts';
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts';

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

const withItem = (item: object) => ({
  sections: [{ title: 'Wallet', items: [{ label: 'Coins', value: '1', ...item }] }],
});
const link = (href: unknown) => answerWith(withItem({ href }));
const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
/** The data as if it were fine. */
const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, { ...JSON_TYPE, ...headers }).end(JSON.stringify(COINS));

/** Writes until the connection is closed, and reports that. */
const endless = (closed: () => void, chunk: Buffer, every?: number) => (response: ServerResponse) => {
  response.writeHead(200, JSON_TYPE);
  response.on('close', closed);
  const more = () => {
    while (!response.destroyed && every === undefined && response.write(chunk));
  };
  response.on('drain', more);
  const timer = every === undefined ? undefined : setInterval(() => response.write(chunk), every);
  response.on('close', () => clearInterval(timer));
  more();
};

const LONG = 'x'.repeat(1001);
/** What a service sends, and the team's error and detail. */
const HOSTILE: readonly (readonly [what: string, answer: Receiver['answer'], error: string, detail?: string])[] = [
  ['a redirect', status(302, { location: 'https://example.com/' }), 'redirect'],
  ['another status', status(500), 'http-500'],
  ['no content', (response) => void response.writeHead(204).end(), 'http-204'],
  ['HTML', answerWith('<h1>Sign in</h1>', { 'content-type': 'text/html' }), 'media-type'],
  ['JSON of another type', answerWith(COINS, { 'content-type': 'application/jsonp' }), 'media-type'],
  ['no type', (response) => void response.writeHead(200).end(JSON.stringify(COINS)), 'media-type'],
  ['HTML that says it is JSON', answerWith('<h1>Sign in</h1>'), 'not-json'],
  ['nothing', answerWith(''), 'not-json'],
  ['bytes that are not UTF-8', answerWith(Buffer.from([0x22, 0xff, 0x22])), 'not-utf-8'],
  [
    'ten megabytes that a gzip of ten kilobytes becomes',
    answerWith(gzipSync(Buffer.alloc(10 * MEGABYTE, ' ')), { 'content-encoding': 'gzip' }),
    'compressed',
  ],
  ['ten megabytes', answerWith(Buffer.alloc(10 * MEGABYTE, ' ')), 'too-large'],
  ['one byte too much', answerWith(JSON.stringify(COINS).padEnd(64 * 1024 + 1)), 'too-large'],
  [
    'less than it announced',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"sections":');
      response.socket?.end();
    },
    'connection',
  ],
  ['no response', (response) => void response.socket?.destroy(), 'connection'],
  ['a list', answerWith([]), 'invalid', '$: Must be of type object.'],
  ['null', answerWith('null'), 'invalid', '$: Must be of type object.'],
  ['no sections', answerWith({}), 'invalid', 'sections: Is required.'],
  ['very deep lists', answerWith(`{"sections":${'['.repeat(30_000)}${']'.repeat(30_000)}}`), 'invalid'],
  ['another field', answerWith({ ...COINS, html: '<b>' }), 'invalid', 'html: Is not a known field.'],
  ['a prototype', answerWith('{"sections":[],"__proto__":{}}'), 'invalid', '__proto__: Is not a known field.'],
  [
    'another field of an item',
    answerWith(withItem({ url: 'x' })),
    'invalid',
    'sections.0.items.0.url: Is not a known field.',
  ],
  ['a number', answerWith(withItem({ value: 1 })), 'invalid', 'sections.0.items.0.value: Must be of type string.'],
  ['a blank label', answerWith(withItem({ label: ' ' })), 'invalid', 'sections.0.items.0.label: Must not be blank.'],
  [
    'a label that nobody sees',
    answerWith(withItem({ label: '\u200b\u2060\ufeff' })),
    'invalid',
    'sections.0.items.0.label: Must not be blank.',
  ],
  [
    'a title that nobody sees',
    answerWith({ sections: [{ title: '\u200b', items: [] }] }),
    'invalid',
    'sections.0.title: Must not be blank.',
  ],
  [
    'a link that is too long when it is encoded',
    link(`https://example.com/${'ä'.repeat(1900)}`),
    'invalid',
    'sections.0.items.0.href: Must be an https URL without a user name or a password.',
  ],
  [
    'a long value',
    answerWith(withItem({ value: LONG })),
    'invalid',
    'sections.0.items.0.value: Must have at most 1000 characters.',
  ],
  [
    'half a character',
    answerWith('{"sections":[{"title":"\\ud800","items":[]}]}'),
    'invalid',
    'sections.0.title: Must not contain U+0000 or an unpaired surrogate.',
  ],
  [
    '11 sections',
    answerWith({ sections: repeated(11, COINS.sections[0]) }),
    'invalid',
    'sections: Must have at most 10 items.',
  ],
  [
    '31 items',
    answerWith({ sections: [{ title: 'Wallet', items: repeated(31, { label: 'a', value: 'b' }) }] }),
    'invalid',
    'sections.0.items: Must have at most 30 items.',
  ],
  ['a script as a link', link('javascript:alert(1)'), 'invalid', 'sections.0.items.0.href: Must match ^https://.'],
  ['a link without TLS', link('http://example.com/'), 'invalid', 'sections.0.items.0.href: Must match ^https://.'],
  [
    'a link with a password',
    link('https://a:b@example.com/'),
    'invalid',
    'sections.0.items.0.href: Must be an https URL without a user name or a password.',
  ],
  [
    'a link without a host',
    link('https://'),
    'invalid',
    'sections.0.items.0.href: Must be an https URL without a user name or a password.',
  ],
];

suite('a service with player data that answers', () => {
  async function asked(t: Parameters<typeof startServer>[0], timeoutMilliseconds = 60_000) {
    const server = await startServer(t, { env: WEBHOOKS, playerData: { timeoutMilliseconds } });
    const receiver = await aReceiver(t);
    const player = await aPlayer(server);
    await setPlayerData(server, player.project, receiver.url);
    return { server, receiver, player };
  }

  async function assertFails(server: TestServer, player: Player, error: string, detail?: string) {
    const { status, body } = await getPlayerData(server, player);
    assert.equal(status, 200);
    const expected = {
      sections: [],
      error,
      loadedAt: null,
      detail: error === 'invalid' ? (detail ?? body.detail) : null,
    };
    assert.deepEqual(body, expected);
  }

  test('in a hostile way gets an error of its own, and can be asked again', async (t) => {
    const { server, receiver, player } = await asked(t);
    for (const [what, answer, error, detail] of HOSTILE) {
      await t.test(what, async () => {
        receiver.answer = answer;
        await assertFails(server, player, error, detail);
      });
    }
    receiver.answer = answerWith(COINS);
    assert.deepEqual((await getPlayerData(server, player)).body.sections, COINS.sections);
    assert.equal(receiver.requests.length, HOSTILE.length + 1);
  });

  test('without an end is cut off: by its size, or after three seconds', async (t) => {
    for (const [chunk, every, error, timeoutMilliseconds] of [
      [Buffer.alloc(MEGABYTE, ' '), undefined, 'too-large', undefined],
      [Buffer.from(' '), 5, 'time-out', 300],
    ] as const) {
      const { server, receiver, player } = await asked(t, timeoutMilliseconds);
      const closed = Promise.withResolvers<void>();
      receiver.answer = endless(closed.resolve, chunk, every);
      await assertFails(server, player, error);
      await closed.promise;
    }
    const { server, receiver, player } = await asked(t, 300);
    receiver.answer = () => {};
    await assertFails(server, player, 'time-out');
  });

  test('with markup, other directions and as much as is allowed is passed on as it is', async (t) => {
    const { server, receiver, player } = await asked(t);
    const item = { label: '\u202eabc', value: '<script>alert(1)</script>', href: 'https://example.com/?q=<script>' };
    const sections = [
      { title: '<img src=x onerror=alert(1)>', items: [item, { label: 'أ', value: '' }] },
      { title: '\u{1f600}'.repeat(80), items: repeated(30, { label: 'a', value: '\u{1f600}'.repeat(100) }) },
      ...repeated(8, { title: 'Empty', items: [] }),
    ];
    const longest = Buffer.alloc(64 * 1024, ' ');
    longest.write(JSON.stringify({ sections }));
    receiver.answer = answerWith(longest, { 'content-type': 'Application/JSON; charset=utf-8' });
    item.href = 'https://example.com/?q=%3Cscript%3E';
    assert.deepEqual((await getPlayerData(server, player)).body.sections, sections);
  });

  test('with a link that browsers read in another way is passed on as they read it', async (t) => {
    const { server, receiver, player } = await asked(t);
    for (const [sent, read] of [
      ['https://a\n.example/\tb', 'https://a.example/b'],
      ['https://good.example\\@evil.example/', 'https://good.example/@evil.example/'],
    ] as const) {
      receiver.answer = link(sent);
      const { sections } = (await getPlayerData(server, player)).body;
      assert.equal(sections[0].items[0].href, read);
      server.clock.advance(60_000);
    }
  });

  test('over TLS needs a valid certificate', async (t) => {
    const { ca, url, requests } = await aServiceWithTls(t);
    const resolveName = async () => ['127.0.0.1'];
    for (const [playerData, error] of [
      [{}, 'connection'],
      [{ ca }, null],
    ] as const) {
      const server = await startServer(t, { env: WEBHOOKS, resolveName, playerData });
      const player = await aPlayer(server);
      await setPlayerData(server, player.project, url);
      assert.equal((await getPlayerData(server, player)).body.error, error);
    }
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.headers.host, new URL(url).host);
  });

  test('from a private address is not asked, also if its name led elsewhere before', async (t) => {
    const { ca, url, requests } = await aServiceWithTls(t);
    let address = '93.184.216.34';
    const server = await startServer(t, { resolveName: async () => [address], playerData: { ca } });
    const player = await aPlayer(server);
    await setPlayerData(server, player.project, 'https://data.example/');
    address = '127.0.0.1';
    await assertFails(server, player, 'address');
    assert.equal(requests.length, 0, url);
  });
});

/** Starts a service on this machine, with a certificate for data.example. */
async function aServiceWithTls(t: Parameters<typeof startServer>[0]) {
  const directory = temporaryDirectory(t);
  const [keyFile, certFile] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=data.example', '-addext', 'subjectAltName=DNS:data.example'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  const ca = readFileSync(certFile, 'utf8');
  const requests: IncomingMessage[] = [];
  const service = https.createServer({ key: readFileSync(keyFile), cert: ca }, (request, response) => {
    requests.push(request);
    request.resume().on('end', () => answerWith(COINS)(response));
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  t.after(() => {
    service.closeAllConnections();
    service.close();
  });
  return { ca, requests, url: `https://data.example:${(service.address() as AddressInfo).port}/players` };
}
