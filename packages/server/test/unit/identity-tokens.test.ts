import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { SignJWT } from 'jose';
import { AppError } from '../../src/errors.ts';
import { createIdentityTokens } from '../../src/player/identity-tokens.ts';
import type { ProjectIdentityRow } from '../../src/store/tables.ts';
import { START } from '../helpers/harness.ts';
import { AUDIENCE, claimsOf } from '../helpers/identity.ts';

const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ED = generateKeyPairSync('ed25519');
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

const row = (fields: Partial<ProjectIdentityRow>): ProjectIdentityRow => ({
  project_id: 'prj_a',
  jwks_url: null,
  public_key: null,
  secret: null,
  audience: AUDIENCE,
  issuer: null,
  updated_at: START,
  ...fields,
});

const sign = (alg: string, key: KeyObject | Uint8Array, header: object = {}) =>
  new SignJWT(claimsOf('account')).setProtectedHeader({ alg, ...header }).sign(key);

function verifier(allowPrivate = true, addresses: readonly string[] = ['127.0.0.1']) {
  let now = START;
  const tokens = createIdentityTokens({ elapsed: () => now, allowPrivate, resolveName: async () => addresses });
  return { tokens, wait: (milliseconds: number) => (now += milliseconds) };
}

const code =
  (expected: string, detail = /./) =>
  (error: unknown) => {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, expected, error.detail ?? '');
    assert.match(error.detail ?? '', detail);
    return true;
  };

test('`nbf` has the tolerance of `iat`, and `exp` has none', async () => {
  const { tokens } = verifier();
  const now = START / 1000;
  const secret = 'a secret of the tests, which has 32 or more characters';
  const withTimes = (times: object) =>
    new SignJWT({ ...claimsOf('account'), ...times })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
  const check = async (times: object) => tokens(await withTimes(times), row({ secret }), START);
  assert.ok(await check({ iat: now + 60, nbf: now + 60, exp: now + 120 }));
  await assert.rejects(check({ nbf: now + 61 }), code('identity-token-refused', /`nbf`/));
  await assert.rejects(check({ iat: now + 61, exp: now + 120 }), code('identity-token-refused', /`iat`/));
  await assert.rejects(check({ iat: now - 60, exp: now }), code('identity-token-refused', /has expired/));
});

/** Counts requests for its keys. */
async function keyServer(t: TestContext, respond: (response: http.ServerResponse) => void) {
  let requests = 0;
  const server = http.createServer((_request, response) => {
    requests++;
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/jwks.json`, named: `http://keys.example:${port}/`, requests: () => requests };
}

const jwk = (key: KeyObject, fields: object = {}) => ({ ...key.export({ format: 'jwk' }), ...fields });
const jwks =
  (...keys: object[]) =>
  (response: http.ServerResponse) =>
    response.end(JSON.stringify({ keys }));

suite('an identity token with a pasted key', () => {
  const { tokens } = verifier();

  for (const [alg, { publicKey, privateKey }] of [
    ['ES256', EC],
    ['EdDSA', ED],
    ['RS256', RSA],
  ] as const) {
    test(`${alg} is accepted; another key, another algorithm and the public key as a secret are refused`, async () => {
      const settings = row({ public_key: pem(publicKey) });
      const { subject, expiresAt } = await tokens(await sign(alg, privateKey), settings, START);
      assert.deepEqual([subject, expiresAt], ['account', START + 300_000]);
      const forged = await sign(alg, alg === 'ES256' ? OTHER.privateKey : generateOther(alg));
      await assert.rejects(tokens(forged, settings, START), code('identity-token-refused', /signature/));
      const confused = await sign('HS256', new TextEncoder().encode(pem(publicKey)));
      await assert.rejects(tokens(confused, settings, START), code('identity-token-refused', /algorithm/));
      const other = alg === 'RS256' ? 'PS256' : 'RS256';
      await assert.rejects(
        tokens(await sign(other, RSA.privateKey), settings, START),
        code('identity-token-refused', /algorithm/),
      );
    });
  }

  test('alg none, with and without a signature', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const alg of ['none', 'None', 'NONE']) {
      for (const signature of ['', 'AAAA']) {
        const token = `${part({ alg })}.${part(claimsOf('account'))}.${signature}`;
        for (const settings of [row({ public_key: pem(EC.publicKey) }), row({ secret: 'x'.repeat(32) })]) {
          await assert.rejects(tokens(token, settings, START), code('identity-token-refused'));
        }
      }
    }
  });

  test('the clock of the studio may be a minute ahead, and no more', async () => {
    const secret = 'x'.repeat(32);
    const signed = (at: number) =>
      new SignJWT(claimsOf('account', at)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
    const { subject } = await tokens(await signed(START + 60_000), row({ secret }), START);
    assert.equal(subject, 'account');
    const early = await signed(START + 61_000);
    await assert.rejects(tokens(early, row({ secret }), START), code('identity-token-refused', /future/));
  });

  test('a key in the header of the token is not used', async () => {
    const settings = row({ public_key: pem(EC.publicKey) });
    const token = await sign('ES256', OTHER.privateKey, { jwk: jwk(OTHER.publicKey), jku: 'https://evil.example/' });
    await assert.rejects(tokens(token, settings, START), code('identity-token-refused', /signature/));
  });

  test('a changed signature of the same token is the same token', async () => {
    const token = await sign('ES256', EC.privateKey);
    const settings = row({ public_key: pem(EC.publicKey) });
    const { tokenKey } = await tokens(token, settings, START);
    const other = await tokens(await sign('ES256', EC.privateKey), settings, START);
    assert.notEqual(tokenKey, other.tokenKey);
  });
});

function generateOther(alg: 'EdDSA' | 'RS256'): KeyObject {
  return (alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 }))
    .privateKey;
}

suite('an identity token with keys from a URL', () => {
  test('keys are loaded once, also for many tokens at the same time; an unknown kid is refused', async (t) => {
    const { tokens } = verifier();
    const server = await keyServer(
      t,
      jwks(jwk(EC.publicKey, { kid: 'a' }), jwk(ED.publicKey, { kid: 'b' }), jwk(RSA.publicKey, { kid: 'c' })),
    );
    const settings = row({ jwks_url: server.url });
    const signed = [
      await sign('ES256', EC.privateKey, { kid: 'a' }),
      await sign('EdDSA', ED.privateKey, { kid: 'b' }),
      await sign('RS256', RSA.privateKey, { kid: 'c' }),
    ];
    for (const one of await Promise.all(signed.map((token) => tokens(token, settings, START)))) {
      assert.equal(one.subject, 'account');
    }
    for (let count = 0; count < 5; count++) {
      const unknown = sign('ES256', OTHER.privateKey, { kid: `unknown-${count}` });
      await assert.rejects(tokens(await unknown, settings, START), code('identity-token-refused', /kid/));
    }
    assert.equal(server.requests(), 1);
  });

  test('after thirty seconds an unknown kid loads them again, and after ten minutes each token, also if the clock is set back', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: START });
    const { tokens, wait } = verifier();
    const keys = [jwk(EC.publicKey, { kid: 'a' })];
    const server = await keyServer(t, (response) => jwks(...keys)(response));
    const settings = row({ jwks_url: server.url });
    const token = await sign('ES256', EC.privateKey, { kid: 'a' });
    await tokens(token, settings, START);
    t.mock.timers.setTime(START - 86_400_000);
    keys.splice(0, 1, jwk(ED.publicKey, { kid: 'b' }));
    const newest = await sign('EdDSA', ED.privateKey, { kid: 'b' });
    wait(29_999);
    await assert.rejects(tokens(newest, settings, START), code('identity-token-refused', /kid/));
    wait(1);
    await tokens(newest, settings, START);
    keys.splice(0, 1, jwk(RSA.publicKey, { kid: 'c' }));
    wait(599_999);
    await tokens(newest, settings, START);
    wait(1);
    await assert.rejects(tokens(newest, settings, START), code('identity-token-refused', /kid/));
    assert.equal(server.requests(), 3);
  });

  test('a symmetric key among them is not used', async (t) => {
    const { tokens } = verifier();
    const secret = Buffer.alloc(32, 1);
    const server = await keyServer(t, jwks({ kty: 'oct', k: secret.toString('base64url'), kid: 'a', alg: 'HS256' }));
    const token = await sign('HS256', secret, { kid: 'a' });
    await assert.rejects(
      tokens(token, row({ jwks_url: server.url }), START),
      code('identity-token-refused', /algorithm/),
    );
  });

  test('another address, a failure and a long document: 503, and no other request for five seconds', async (t) => {
    const token = await sign('ES256', EC.privateKey);
    const responses: ((response: http.ServerResponse) => void)[] = [
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (response) => response.writeHead(500).end(),
      (response) => response.end('no JSON'),
      (response) => response.end(JSON.stringify({ keys: [], filler: 'x'.repeat(70_000) })),
      (response) => response.destroy(),
    ];
    for (const respond of responses) {
      const { tokens, wait } = verifier();
      const server = await keyServer(t, respond);
      const settings = row({ jwks_url: server.url });
      for (let count = 0; count < 3; count++) {
        await assert.rejects(tokens(token, settings, START), code('unavailable'));
      }
      assert.equal(server.requests(), 1);
      wait(5000);
      await assert.rejects(tokens(token, settings, START), code('unavailable'));
      assert.equal(server.requests(), 2);
    }
  });

  test('a document that is no list of keys, and keys that cannot be used: 403 that says so', async (t) => {
    const ec = jwk(EC.publicKey, { kid: 'a', alg: 'ES256' });
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const documents: (readonly [document: unknown, alg: string])[] = [
      [{}, 'ES256'],
      [[], 'ES256'],
      [{ keys: [null] }, 'ES256'],
      [{ keys: [{ ...ec, x: 'AAAA' }] }, 'ES256'],
      [{ keys: [{ ...ec, x: undefined }] }, 'ES256'],
      [{ keys: [jwk(small.publicKey, { kid: 'a', alg: 'RS256' })] }, 'RS256'],
    ];
    for (const [document, alg] of documents) {
      const server = await keyServer(t, (response) => response.end(JSON.stringify(document)));
      const token = await sign(alg, alg === 'RS256' ? RSA.privateKey : EC.privateKey, { kid: 'a' });
      const { tokens } = verifier();
      const unusable = code('identity-token-refused', /^The keys in the settings cannot be used\.$/);
      await assert.rejects(tokens(token, row({ jwks_url: server.url }), START), unusable, JSON.stringify(document));
    }
  });

  test('an error contains nothing of the document', async (t) => {
    const server = await keyServer(t, (response) => response.end('{"keys": secret-text'));
    const token = await sign('ES256', EC.privateKey);
    await assert.rejects(verifier().tokens(token, row({ jwks_url: server.url }), START), (error) => {
      for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
        assert.doesNotMatch(`${cause.message} ${cause.stack}`, /secret-text/);
      }
      return true;
    });
  });

  test('five informational responses are taken, and an endless number ends the connection', async (t) => {
    const token = await sign('ES256', EC.privateKey, { kid: 'a' });
    const keys = JSON.stringify({ keys: [jwk(EC.publicKey, { kid: 'a' })] });
    const few = await keyServer(t, (response) => {
      for (let sent = 0; sent < 5; sent++) response.writeEarlyHints({ link: '</x>; rel=preload' });
      response.end(keys);
    });
    assert.equal((await verifier().tokens(token, row({ jwks_url: few.url }), START)).subject, 'account');
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const flood = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000);
    const endless = await keyServer(t, ({ socket }) => {
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
    });
    await assert.rejects(verifier().tokens(token, row({ jwks_url: endless.url }), START), code('unavailable'));
    await closed.promise;
    assert.ok(written < 2 ** 24, String(written));
  });

  test('private addresses are never asked, by number or by name', async (t) => {
    const token = await sign('ES256', EC.privateKey);
    const server = await keyServer(t, jwks(jwk(EC.publicKey)));
    for (const url of [
      server.url,
      server.named,
      'https://keys.example/',
      'https://[::1]/',
      'https://169.254.169.254/',
    ]) {
      await assert.rejects(verifier(false).tokens(token, row({ jwks_url: url }), START), code('unavailable'));
    }
    const mixed = verifier(false, ['192.0.2.1', '127.0.0.1']);
    await assert.rejects(mixed.tokens(token, row({ jwks_url: 'https://keys.example/' }), START), code('unavailable'));
    assert.equal(server.requests(), 0);
    // The same server, with private addresses allowed.
    assert.equal((await verifier().tokens(token, row({ jwks_url: server.named }), START)).subject, 'account');
  });
});
