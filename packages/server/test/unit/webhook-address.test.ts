import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { post } from '../../src/network/post.ts';
import { createResolveName, UnresolvedNameError } from '../../src/network/resolve-name.ts';
import { isAllowed, problemOfName, problemOfUrl, safeLookup } from '../../src/network/webhook-address.ts';

/** Where clouds serve credentials. */
const METADATA = [
  ...['169.254.169.254', '169.254.170.2', '169.254.170.23', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'],
  ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42', 'FD00:EC2:0::254'],
  ...['168.63.129.16', '::ffff:168.63.129.16', '100.100.100.200', '::ffff:100.100.100.200'],
];

suite('addresses', () => {
  test('of the Internet are allowed; private, local and special ones are not', () => {
    for (const address of ['93.184.216.34', '2606:4700::1111', '::ffff:93.184.216.34']) {
      assert.ok(isAllowed(address, false), address);
    }
    const refused = [
      ...[
        '127.0.0.1',
        '127.9.9.9',
        '10.0.0.1',
        '172.16.0.1',
        '192.168.1.1',
        '100.64.0.1',
        '0.0.0.0',
        '255.255.255.255',
      ],
      ...['169.254.169.254', '224.0.0.1', '240.0.0.1', '192.0.2.1', '198.18.0.1', '::1', '::', 'fe80::1', 'fc00::1'],
      ...['fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '64:ff9b::7f00:1', '2002:7f00:1::'],
      // Other forms of IPv4: compatible, translated (NAT64), 6to4 and Teredo.
      ...['::7f00:1', '::a9fe:a9fe', '::a00:1', '::5db8:d822', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe'],
      ...['2002:a9fe:a9fe::1', '2001:0:a9fe:a9fe::1'],
      // Not assigned to the Internet.
      ...['1::1', '400::1', '5f00::1', '8000::1', 'fec0::1', '100::1', '2001:db8::1'],
      ...METADATA,
    ];
    for (const address of refused) assert.ok(!isAllowed(address, false), address);
  });

  test('of private networks are allowed by a setting, but never those that give credentials', () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fc00::1', '100.64.0.1']) {
      assert.ok(isAllowed(address, true), address);
    }
    const refused = [...METADATA, 'fe80::1', '224.0.0.1', '0.0.0.0', '::', '::a9fe:a9fe', '::a00:1', '5f00::1'];
    for (const address of [...refused, 'fd00:ec2::254%1']) assert.ok(!isAllowed(address, true), address);
  });

  test('in URLs are found in every spelling', () => {
    for (const url of [
      'https://hooks.slack.com/services/T/B/x',
      'https://93.184.216.34/x',
      'https://example.com:443/',
    ]) {
      assert.equal(problemOfUrl(url, false), undefined, url);
    }
    const refused = [
      ...['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:1', 'example.com', ''],
      ...['https://user@example.com/', 'https://example.com:8443/', 'https://127.0.0.1/', 'https://[::1]/'],
      ...['https://2130706433/', 'https://0x7f.1/', 'https://017700000001/', 'https://[::ffff:10.0.0.1]/'],
      'https://169.254.169.254/latest/meta-data/',
    ];
    for (const url of refused) assert.notEqual(problemOfUrl(url, false), undefined, url);
    assert.equal(problemOfUrl('http://10.1.2.3:8065/hooks/x', true), undefined);
    for (const host of ['169.254.169.254', '[fd20:ce::254]', '[::a9fe:a9fe]', '0xa83f8110', '[::ffff:a83f:8110]']) {
      assert.notEqual(problemOfUrl(`http://${host}/`, true), undefined, host);
    }
  });

  test('behind names are checked when they are saved, and again for the connection', async () => {
    const names: Record<string, readonly string[]> = {
      'inside.example': ['93.184.216.34', '127.0.0.1'],
      'outside.example': ['93.184.216.34', '2606:4700::1111'],
    };
    const rules = (allowPrivate: boolean) => ({
      allowPrivate,
      resolveName: async (name: string) => {
        if (name === 'silent.example') throw new UnresolvedNameError();
        return names[name] ?? [];
      },
    });
    const messageFor = async (url: string) => {
      const problem = await problemOfName(url, rules(false));
      return problem && messageOf(problem);
    };
    assert.match((await messageFor('https://inside.example/')) ?? '', /a server outside private networks/);
    assert.equal(await problemOfName('http://inside.example/', rules(true)), undefined);
    assert.equal(await messageFor('https://none.example/'), await messageFor('https://inside.example/'));
    assert.match((await messageFor('https://silent.example/')) ?? '', /does not respond/);
    const lookUp = (name: string, allowPrivate: boolean, all: boolean) =>
      new Promise((resolve) => safeLookup(rules(allowPrivate))(name, { all }, (...result) => resolve(result)));
    const nameOfError = async (name: string) => ((await lookUp(name, false, true)) as [Error])[0].name;
    assert.equal(await nameOfError('inside.example'), 'RefusedAddressError');
    assert.equal(await nameOfError('none.example'), 'RefusedAddressError');
    assert.equal(await nameOfError('silent.example'), 'UnresolvedNameError');
    assert.deepEqual(await lookUp('inside.example', true, false), [null, '93.184.216.34', 4]);
    const both = [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ];
    assert.deepEqual(await lookUp('outside.example', false, true), [null, both]);
  });

  test('that are refused take as long without an address as with a private one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (const addresses of [['10.0.0.1'], []]) {
      let hasEnded = false;
      const rules = { allowPrivate: false, resolveName: async () => addresses };
      const problem = problemOfName('https://name.example/', rules).finally(() => {
        hasEnded = true;
      });
      await new Promise(setImmediate);
      assert.ok(!hasEnded, addresses.join());
      t.mock.timers.tick(500);
      assert.deepEqual(await problem, fieldProblem('unknown-host'));
    }
  });
});

suite('a POST', () => {
  async function serverOf(t: TestContext, server: Server): Promise<string> {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const rules = { allowPrivate: true, resolveName: createResolveName() };
  const send = (url: string, options: object = {}) =>
    post({ url, body: '{}', headers: {} }, { ...rules, timeoutMilliseconds: 60_000, ...options });

  test('refuses a private address, by number or by name, before it sends anything', async (t) => {
    let connections = 0;
    const server = createServer((_request, response) => void response.end());
    server.on('connection', () => connections++);
    const { port } = new URL(await serverOf(t, server));
    const refused = { ok: false, error: 'address' };
    assert.deepEqual(await send(`http://127.0.0.1:${port}/`, { allowPrivate: false }), refused);
    assert.deepEqual(await send('https://127.0.0.1/', { allowPrivate: false }), refused);
    assert.deepEqual(await send('https://localhost/', { allowPrivate: false }), refused);
    // The URL is fine, but its name resolves to this machine.
    const local = { allowPrivate: false, resolveName: async () => ['127.0.0.1'] };
    assert.deepEqual(await send('https://receiver.example/', local), refused);
    assert.equal(connections, 0);
    assert.deepEqual(await send(`http://localhost:${port}/`), { ok: true });
  });

  test('ends if the receiver switches to another protocol', async (t) => {
    const server = createServer((_request, { socket }) => {
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    assert.deepEqual(await send(await serverOf(t, server)), { ok: false, error: 'http-101', gone: false });
  });

  test('follows no redirect', async (t) => {
    let paths = '';
    const url = await serverOf(
      t,
      createServer(({ url = '' }, response) => {
        paths += url;
        response.writeHead(307, { location: '/secret' }).end();
      }),
    );
    assert.deepEqual(await send(url), { ok: false, error: 'redirect' });
    assert.equal(paths, '/');
  });

  test('reads no body: neither a huge one nor one that never ends', async (t) => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const url = await serverOf(
      t,
      createServer((_request, response) => {
        response.on('close', closed.resolve);
        response.writeHead(500);
        const more = () => {
          while (!response.destroyed && written < 2 ** 30) {
            written += 2 ** 16;
            if (!response.write(Buffer.alloc(2 ** 16))) return;
          }
        };
        response.on('drain', more);
        more();
      }),
    );
    assert.deepEqual(await send(url), { ok: false, error: 'http-500', gone: false });
    await closed.promise;
    assert.ok(written < 2 ** 27, String(written));
  });

  test('gives up on a receiver that never responds, or that is not there', async (t) => {
    const silent = await serverOf(
      t,
      createServer(() => {}),
    );
    assert.deepEqual(await send(silent, { timeoutMilliseconds: 50 }), { ok: false, error: 'time-out' });
    assert.deepEqual(await send('http://127.0.0.1:1/'), { ok: false, error: 'connection' });
  });

  test('takes five informational responses, and ends the connection at the sixth', async (t) => {
    /** `count` informational responses, and then a status. */
    const receiver = (count: number) =>
      serverOf(
        t,
        createServer((_request, response) => {
          for (let sent = 0; sent < count; sent++) response.writeEarlyHints({ link: '</x>; rel=preload' });
          response.writeHead(204).end();
        }),
      );
    assert.deepEqual(await send(await receiver(5)), { ok: true });
    assert.deepEqual(await send(await receiver(6)), { ok: false, error: 'connection' });
  });

  test('ends a flood of informational responses', async (t) => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const flood = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000);
    const url = await serverOf(
      t,
      createServer((_request, { socket }) => {
        socket?.on('close', closed.resolve);
        const more = () => {
          while (socket && !socket.destroyed && written < 2 ** 24) {
            written += flood.length;
            if (!socket.write(flood)) return;
          }
          socket?.end('HTTP/1.1 204 No Content\r\n\r\n');
        };
        socket?.on('drain', more);
        more();
      }),
    );
    assert.deepEqual(await send(url), { ok: false, error: 'connection' });
    await closed.promise;
    assert.ok(written < 2 ** 24, String(written));
  });

  for (const status of ['099', '000']) {
    test(`status ${status} is no HTTP`, async (t) => {
      const server = createServer((_request, { socket }) => {
        socket?.end(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`);
      });
      assert.deepEqual(await send(await serverOf(t, server)), { ok: false, error: 'connection' });
    });
  }
});
